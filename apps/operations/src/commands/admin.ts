import { type Command, UsageError } from '../command.ts';
import { runOperation } from '../run-operation.ts';
import { printable } from '../printable.ts';
import { orDefaultFolder } from '../settings.ts';

/** Grants or revokes access to the administrator's pages. */
export const adminCommand: Command = {
  usage: ['admin -- grant EMAIL', 'admin -- revoke EMAIL'],
  summary: 'Grants or revokes administrator rights of an account, in EARSHOT_DATA (running or not) or in a cluster',
  run: async ([verb, email, ...rest], context) => {
    if (verb !== 'grant' && verb !== 'revoke')
      throw new UsageError(verb === undefined ? 'admin needs a verb' : `unknown verb "${verb}"`);
    if (email === undefined) throw new UsageError(`${verb} needs an EMAIL`);
    if (rest.length > 0) throw new UsageError(`unknown argument "${rest[0]}"`);
    const request = { service: 'auth', operation: 'admin', args: [verb, email] };
    for (const line of await runOperation('admin', orDefaultFolder(context), request)) context.print(printable(line));
    return true;
  },
};
