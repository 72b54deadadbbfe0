import type { Command } from '../command.ts';
import { UsageError } from '../command.ts';
import { perform } from '../perform.ts';
import { printable } from '../printable.ts';
import { orDefaultFolder } from '../settings.ts';

/** Who may see the administrator's pages. */
export const adminCommand: Command = {
  usage: ['admin -- grant EMAIL', 'admin -- revoke EMAIL'],
  summary: 'Makes an account an administrator, or none any more; in EARSHOT_DATA, running or not, or in a cluster',
  run: async ([verb, email, ...rest], outside) => {
    if (verb !== 'grant' && verb !== 'revoke')
      throw new UsageError(verb === undefined ? 'admin needs a verb' : `unknown verb "${verb}"`);
    if (email === undefined) throw new UsageError(`${verb} needs an EMAIL`);
    if (rest.length > 0) throw new UsageError(`unknown argument "${rest[0]}"`);
    const asked = { service: 'auth', operation: 'admin', args: [verb, email] };
    for (const line of await perform('admin', orDefaultFolder(outside), asked)) outside.say(printable(line));
    return true;
  },
};
