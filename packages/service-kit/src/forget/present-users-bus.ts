import type { Connection } from 'mongoose';
import { type BusRecord, envelopeOf, type EventBus } from '@earshot/event-bus';
import { tombstones } from './tombstones.ts';

/**
 * Publishes nothing about a user after the user's tombstone, except the deletion. Records of other users in the same
 * call are published. Without documents (null) there are no tombstones, so nothing about any user is published. Throws if
 * the tombstones cannot be read; the caller then retries, as after any failed publish.
 */
export function presentUsersBus(bus: EventBus, documents: Connection | null): EventBus {
  const forgottenUsers = documents === null ? null : tombstones(documents);
  const publishable = async (records: readonly BusRecord[]) => {
    const named = records.map((record) => ({ record, userId: namedUser(record) }));
    const users = new Set(named.flatMap(({ userId }) => userId ?? []));
    const gone = new Set(forgottenUsers === null ? users : await forgottenUsers.among(users));
    return named.flatMap(({ record, userId }) => (userId !== null && gone.has(userId) ? [] : [record]));
  };
  return {
    publish: async (records) => bus.publish(await publishable(records)),
    subscribe: (subscription) => bus.subscribe(subscription),
    lag: (group, topic) => bus.lag(group, topic),
    deadLetters: (group) => bus.deadLetters(group),
    replay: (group, id) => bus.replay(group, id),
  };
}

/** The user whom a record is about, or null: nobody, a deletion (which must be published), or bytes that are no event. */
function namedUser(record: BusRecord): string | null {
  try {
    const { userId, payload } = envelopeOf(record);
    return userId === '' || payload.case === 'accountDeleted' ? null : userId;
  } catch {
    return null;
  }
}
