import { eventTable } from '@earshot/proto/events';

const known = new Set<string>(Object.values(eventTable).map(({ type }) => type));

/**
 * Returns the type in a record's header, or `other` if it is unknown: producers of a topic must not be able to create
 * labels.
 */
export function knownEventType(type: string | undefined): string {
  return type !== undefined && known.has(type) ? type : 'other';
}
