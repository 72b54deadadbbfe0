import { runMain } from '@earshot/platform/main';

await runMain('analytics', async () => (await import('./service.ts')).analyticsService, process.env);
