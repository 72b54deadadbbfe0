import { runMain } from '@earshot/service-kit/main';

await runMain('auth', async () => (await import('./service.ts')).authService, process.env);
