import { runMain } from '@earshot/platform/main';

await runMain('discovery', async () => (await import('./service.ts')).discoveryService, process.env);
