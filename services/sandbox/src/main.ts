import { runMain } from '@earshot/platform/main';

await runMain('sandbox', async () => (await import('./service.ts')).sandboxService, process.env);
