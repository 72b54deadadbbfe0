import { runMain } from '@earshot/service-kit/main';

await runMain('realtime', async () => (await import('./service.ts')).realtimeService, process.env);
