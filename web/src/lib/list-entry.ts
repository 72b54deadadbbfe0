import type { Location } from 'react-router-dom';

/** The state of a history entry that opened an item above its list. */
export interface ItemState {
  /** The key of the list's entry, which is the one before. */
  readonly list: string;
}

/** The key of the list's entry that the way back leads to; null if the item was not opened from its list. */
export function listEntryOf({ state }: Pick<Location, 'state'>): string | null {
  const entry: unknown = state;
  return typeof entry === 'object' && entry !== null && 'list' in entry && typeof entry.list === 'string'
    ? entry.list
    : null;
}

/** Names the scroll position of an entry. An item has that of its list, so that closing it does not scroll. */
export const scrollKeyOf = (location: Pick<Location, 'state' | 'key'>): string => listEntryOf(location) ?? location.key;
