import { runMain } from '@earshot/platform/main';

await runMain('scan-worker', async () => (await import('./service.ts')).scanWorker, process.env);
