import type { Command, Outside } from './command.ts';
import { UsageError } from './command.ts';
import { adminCommand } from './commands/admin.ts';
import { analyticsCommand } from './commands/analytics.ts';
import { dlqCommand } from './commands/dlq.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { indexesCommand } from './commands/indexes.ts';
import { keysCommand } from './commands/keys.ts';
import { resealCommand } from './commands/reseal.ts';
import { topicsCommand } from './commands/topics.ts';
import { reasonOf } from './faults.ts';
import { printable } from './printable.ts';

const commands = new Map<string, Command>([
  ['topics', topicsCommand],
  ['indexes', indexesCommand],
  ['dlq', dlqCommand],
  ['analytics', analyticsCommand],
  ['keys', keysCommand],
  ['reseal', resealCommand],
  ['export', exportCommand],
  ['import', importCommand],
  ['admin', adminCommand],
]);

/** Runs one command as typed; resolves to the process's exit code: 0, 1 it failed, 2 it was not understood. */
export async function operate([name = '', ...args]: readonly string[], outside: Outside): Promise<0 | 1 | 2> {
  const command = commands.get(name);
  try {
    if (command === undefined) throw new UsageError(name === '' ? 'no command' : `unknown command "${name}"`);
    return (await command.run(args, outside)) ? 0 : 1;
  } catch (error) {
    outside.say(printable(reasonOf(error)));
    if (!(error instanceof UsageError)) return 1;
    for (const line of usage(command === undefined ? [...commands.values()] : [command])) outside.say(line);
    return 2;
  }
}

function usage(shown: readonly Command[]): string[] {
  const lines = shown.flatMap((command) => [`  ${command.summary}:`, ...command.usage.map((text) => `    ${text}`)]);
  return ['', 'usage: npm run COMMAND [-- ARGUMENTS]', ...lines];
}
