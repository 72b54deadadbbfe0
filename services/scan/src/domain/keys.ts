import { sourceDefinition, sourceOfOldData } from '@earshot/sources';
import type { Community, PostRef } from './community.ts';

/**
 * The key of a post in this service, unique across sources. Posts of `sourceOfOldData` have no prefix, so that their
 * stored keys stay valid.
 */
export function postKey({ source, id }: PostRef): string {
  return keyIn(source, id);
}

/** The key of a community, unique across sources. Case is ignored if the source ignores it. */
export function communityKey({ source, name }: Community): string {
  const ignoresCase = sourceDefinition(source)?.community.ignoresCase ?? true;
  return keyIn(source, ignoresCase ? name.toLowerCase() : name);
}

/** The post of a key that `postKey` made. */
export function refIn(key: string, source: string): PostRef {
  return { source, id: source === sourceOfOldData ? key : key.slice(source.length + 1) };
}

function keyIn(source: string, own: string): string {
  return source === sourceOfOldData ? own : `${source}/${own}`;
}
