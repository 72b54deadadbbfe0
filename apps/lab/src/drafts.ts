import { draftsCommand } from './drafts-command.ts';

process.exitCode = await draftsCommand(process.argv.slice(2), process.stdout);
