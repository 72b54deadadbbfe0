import { runMain } from '@earshot/service-kit/main';

await runMain('scan-worker', async () => (await import('./service.ts')).scanWorker, process.env);
