import { runMain } from '@earshot/platform/main';

await runMain(async () => [(await import('./service.ts')).sandboxService], process.env);
