import { runMain } from '@earshot/service-kit/main';

await runMain('analytics', async () => (await import('./service.ts')).analyticsService, process.env);
