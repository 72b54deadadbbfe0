import { runMain } from '@earshot/platform/main';

await runMain('scan', async () => (await import('./service.ts')).scanService, process.env);
