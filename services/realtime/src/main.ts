import { runMain } from '@earshot/platform/main';

await runMain('realtime', async () => (await import('./service.ts')).realtimeService, process.env);
