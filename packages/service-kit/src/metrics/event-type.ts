import { eventTable } from '@earshot/proto/events';

const known = new Set<string>(Object.values(eventTable).map(({ type }) => type));

/** The type that a record's header tells, or `other`: whoever can write to a topic must not make labels. */
export function knownEventType(told: string | undefined): string {
  return told !== undefined && known.has(told) ? told : 'other';
}
