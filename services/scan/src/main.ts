import { runMain } from '@earshot/service-kit/main';

await runMain('scan', async () => (await import('./service.ts')).scanService, process.env);
