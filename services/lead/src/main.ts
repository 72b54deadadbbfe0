import { runMain } from '@earshot/platform/main';

await runMain('lead', async () => (await import('./service.ts')).leadService, process.env);
