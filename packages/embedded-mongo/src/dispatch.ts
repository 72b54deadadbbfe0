import { Int32 } from 'bson';
import type { Doc } from './bson.ts';
import { checkFields, type CommandContext } from './commands/command.ts';
import { commands } from './commands/table.ts';
import type { Cursors } from './cursors.ts';
import { CommandError, messageOf } from './errors.ts';
import type { Storage } from './storage/storage.ts';
import type { Message } from './wire.ts';

export interface Dispatcher {
  readonly storage: Storage;
  readonly cursors: Cursors;
  readonly now: () => Date;
  /** Reports an error of this server that the request did not cause. */
  readonly onFault: (error: unknown) => void;
}

/** Handles one message. Every failure becomes an error reply. */
export function dispatch(message: Message, dispatcher: Dispatcher): Doc | Uint8Array {
  try {
    return answer(message, dispatcher);
  } catch (error) {
    if (!(error instanceof CommandError)) dispatcher.onFault(error);
    return errorReply(error);
  }
}

function answer(message: Message, { storage, cursors, now }: Dispatcher): Doc | Uint8Array {
  const { command } = message;
  const name = Object.keys(command)[0] ?? '';
  const entry = commands.get(name);
  if (entry === undefined) throw new CommandError(59, `no such command: '${name}'`);
  const db = command['$db'];
  if (typeof db !== 'string' || db === '') throw new CommandError(40571, 'OP_MSG requests require a $db argument');
  checkFields(name, command, entry.fields);
  const context: CommandContext = { storage, cursors, db, now: now(), sequences: message.sequences };
  const reply = entry.run(command, context);
  return reply instanceof Uint8Array ? reply : { ...reply, ok: 1 };
}

export function errorReply(error: unknown): Doc {
  if (error instanceof CommandError) {
    return { ok: 0, errmsg: error.message, code: new Int32(error.code), codeName: error.codeName, ...error.extra };
  }
  return {
    ok: 0,
    errmsg: `the embedded documents server failed: ${messageOf(error)}`,
    code: new Int32(1),
    codeName: 'InternalError',
  };
}
