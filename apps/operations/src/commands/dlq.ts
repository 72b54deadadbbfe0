import type { DeadLetter, EventBus } from '@earshot/event-bus';
import { decodeEnvelope, envelopeJson } from '@earshot/proto/events';
import { type Command, UsageError } from '../command.ts';
import { reasonOf } from '../faults.ts';
import { openBus } from '../places.ts';
import { printable } from '../printable.ts';
import { groups } from '../product.ts';
import { orDefaultFolder } from '../settings.ts';

const all = '--all';

/** Handles the selected dead letters. Resolves to false if one of them failed. */
type Action = (bus: EventBus, letters: readonly DeadLetter[], print: (line: string) => void) => Promise<boolean>;

/** Lists, shows and replays events that a service failed to handle. */
export const dlqCommand: Command = {
  usage: ['dlq -- list GROUP', 'dlq -- show GROUP ID', `dlq -- replay GROUP ID|${all}`],
  summary: `Lists, shows and replays dead letters, in KAFKA_BROKERS or the data folder of a stopped Earshot; GROUP is one of ${groups.join(', ')}`,
  run: async ([verb, group, id, ...rest], context) => {
    const action = actionOf(verb, id);
    if (group === undefined) throw new UsageError(`${verb} needs a GROUP`);
    if (!groups.includes(group)) throw new UsageError(`unknown group "${group}"`);
    if (rest.length > 0) throw new UsageError(`unknown argument "${rest[0]}"`);
    const { bus, close } = await openBus('dlq', orDefaultFolder(context));
    try {
      const letters = await bus.deadLetters(group);
      const selected = id === undefined || id === all ? letters : letters.filter((letter) => letter.id === id);
      if (selected.length === 0 && id !== undefined && id !== all)
        throw new Error(`${group} has no dead letter "${id}"`);
      return await action(bus, selected, (line) => context.print(printable(line)));
    } finally {
      await close();
    }
  },
};

function actionOf(verb: string | undefined, id: string | undefined): Action {
  if (verb === 'list') {
    if (id !== undefined) throw new UsageError(`unknown argument "${id}"`);
    return list;
  }
  if (verb !== 'show' && verb !== 'replay')
    throw new UsageError(verb === undefined ? 'dlq needs a verb' : `unknown verb "${verb}"`);
  if (id === undefined) throw new UsageError(`${verb} needs an ID`);
  if (verb === 'show' && id === all) throw new UsageError('show needs one ID');
  return verb === 'show' ? show : replay;
}

const list: Action = async (_bus, letters, print) => {
  for (const letter of letters) {
    const { id, failedAt, record, partition, offset, attempts, error } = letter;
    const [firstLine = ''] = error.split('\n');
    const type = record.headers['type'] ?? 'unknown';
    const place = `${record.topic}/${partition}/${offset}`;
    const cells = [id, failedAt.toISOString(), place, type, `${attempts} attempts`, firstLine];
    print(cells.join('  ').replaceAll('\n', ' '));
  }
  print(`${letters.length} dead letters`);
  return true;
};

const show: Action = async (_bus, letters, print) => {
  for (const { record, failedAt, error, ...facts } of letters) {
    const { topic, key, headers } = record;
    const rows = { ...facts, topic, key, failedAt: failedAt.toISOString(), headers: JSON.stringify(headers) };
    for (const [name, value] of Object.entries(rows)) print(`${name.padEnd(10)} ${value}`);
    print(`\n${error}\n`);
    print(payloadOf(record.value));
  }
  return true;
};

function payloadOf(value: Uint8Array): string {
  try {
    return JSON.stringify(envelopeJson(decodeEnvelope(value)), null, 2);
  } catch (error) {
    return `not readable as an event (${reasonOf(error)}): ${Buffer.from(value).toString('base64')}`;
  }
}

/** Replays one by one in the order of failure. A letter that cannot be replayed stays in the queue. */
const replay: Action = async (bus, letters, print) => {
  let isComplete = true;
  for (const { group, id } of letters) {
    try {
      await bus.replay(group, id);
      print(`replayed ${id}`);
    } catch (error) {
      isComplete = false;
      print(`FAILED ${id}: ${reasonOf(error)}`);
    }
  }
  print(`${letters.length} dead letters processed`);
  return isComplete;
};
