import { runMain } from '@earshot/service-kit/main';

await runMain('discovery', async () => (await import('./service.ts')).discoveryService, process.env);
