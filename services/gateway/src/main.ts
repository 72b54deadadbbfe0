import { runMain } from '@earshot/service-kit/main';

await runMain('gateway', async () => (await import('./service.ts')).gatewayService, process.env);
