import { runMain } from '@earshot/platform/main';

await runMain('outreach', async () => (await import('./service.ts')).outreachService, process.env);
