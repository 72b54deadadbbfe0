import { type Command, type CommandContext, UsageError } from './command.ts';
import { adminCommand } from './commands/admin.ts';
import { analyticsCommand } from './commands/analytics.ts';
import { dlqCommand } from './commands/dlq.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { indexesCommand } from './commands/indexes.ts';
import { keysCommand } from './commands/keys.ts';
import { resealCommand } from './commands/reseal.ts';
import { storeUsersCommand } from './commands/store-users.ts';
import { topicsCommand } from './commands/topics.ts';
import { reasonOf } from './faults.ts';
import { printable } from './printable.ts';

const commands = new Map<string, Command>([
  ['topics', topicsCommand],
  ['indexes', indexesCommand],
  ['store-users', storeUsersCommand],
  ['dlq', dlqCommand],
  ['analytics', analyticsCommand],
  ['keys', keysCommand],
  ['reseal', resealCommand],
  ['export', exportCommand],
  ['import', importCommand],
  ['admin', adminCommand],
]);

/** Parses and runs one command. Resolves to the exit code: 0 for success, 1 for a failure, 2 for wrong arguments. */
export async function operate([name = '', ...args]: readonly string[], context: CommandContext): Promise<0 | 1 | 2> {
  const command = commands.get(name);
  try {
    if (command === undefined) throw new UsageError(name === '' ? 'no command' : `unknown command "${name}"`);
    return (await command.run(args, context)) ? 0 : 1;
  } catch (error) {
    context.print(printable(reasonOf(error)));
    if (!(error instanceof UsageError)) return 1;
    for (const line of usage(command === undefined ? [...commands.values()] : [command])) context.print(line);
    return 2;
  }
}

function usage(shown: readonly Command[]): string[] {
  const lines = shown.flatMap((command) => [`  ${command.summary}:`, ...command.usage.map((text) => `    ${text}`)]);
  return ['', 'usage: npm run COMMAND [-- ARGUMENTS]', ...lines];
}
