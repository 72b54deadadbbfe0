import { runMain } from '@earshot/service-kit/main';

await runMain('sandbox', async () => (await import('./service.ts')).sandboxService, process.env);
