import { runMain } from '@earshot/service-kit/main';

await runMain('outreach', async () => (await import('./service.ts')).outreachService, process.env);
