import { runMain } from '@earshot/service-kit/main';

await runMain('lead', async () => (await import('./service.ts')).leadService, process.env);
