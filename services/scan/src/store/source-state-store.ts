import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import { addOutbox, insertFirst, type OutboxFields, outboxPush } from '@earshot/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Notifying, SourceStateStore, StoredSource } from '../domain/source-monitor.ts';

/** The state of a source as it was last seen, by the source's id. The outbox holds the events for its users. */
export interface SourceStateDocument extends Omit<StoredSource, 'source'>, OutboxFields {
  _id: string;
}

const required = { required: true } as const;
const stateSchema = new Schema<SourceStateDocument>(
  {
    _id: { type: String, ...required },
    state: { type: String, ...required },
    since: { type: Date, ...required },
    outage: { type: Schema.Types.Mixed, default: null },
    notifying: { type: Schema.Types.Mixed, default: null },
    revision: { type: Number, ...required },
  },
  { versionKey: false, minimize: false },
);
addOutbox(stateSchema);

export type SourceStateModel = Model<SourceStateDocument>;

export function sourceStateModel(connection: Connection): SourceStateModel {
  return connection.model<SourceStateDocument>('SourceState', stateSchema, 'source_states');
}

/** `notify` is called after a write with events. */
export function sourceStateStore({
  model,
  event,
  notify,
}: {
  readonly model: SourceStateModel;
  readonly event: (userId: UserId, source: string, notifying: Notifying) => OutgoingEvent;
  readonly notify: () => void;
}): SourceStateStore {
  return {
    find: async (source) => {
      const found = await model.findById(source).lean<SourceStateDocument>();
      if (found === null) return null;
      const { state, since, outage, notifying, revision } = found;
      return { source, state, since, outage, notifying, revision };
    },
    save: async (before, { source, state, since, outage, notifying }, due) => {
      const fields = { state, since, outage, notifying, revision: (before?.revision ?? 0) + 1 };
      const events = due === undefined ? [] : due.users.map((userId) => event(userId, source, due.notifying));
      if (before === null) return insertFirst(model, { _id: source, ...fields, outbox: [] });
      const filter = { _id: source, revision: before.revision };
      const { matchedCount } = await model.updateOne(filter, { $set: fields, ...outboxPush(events) });
      if (events.length > 0) notify();
      return matchedCount > 0;
    },
  };
}
