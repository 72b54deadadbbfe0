import { runMain } from '@earshot/platform/main';

await runMain('auth', async () => (await import('./service.ts')).authService, process.env);
