import { runMain } from '@earshot/platform/main';

await runMain('gateway', async () => (await import('./service.ts')).gatewayService, process.env);
