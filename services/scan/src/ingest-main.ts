import { runMain } from '@earshot/service-kit/main';

await runMain('scan-ingest', async () => (await import('./service.ts')).scanIngest, process.env);
