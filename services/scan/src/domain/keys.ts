import { sourceDefinition, sourceOfOldData } from '@earshot/sources';
import type { Community, PostRef } from './community.ts';

/** What a post is known by in this service: unique over all sources, and for old data the key it always had. */
export function postKey({ source, id }: PostRef): string {
  return keyIn(source, id);
}

/** The same of a community; names that differ in case only are one where their source says so. */
export function communityKey({ source, name }: Community): string {
  const ignoresCase = sourceDefinition(source)?.community.ignoresCase ?? true;
  return keyIn(source, ignoresCase ? name.toLowerCase() : name);
}

function keyIn(source: string, own: string): string {
  return source === sourceOfOldData ? own : `${source}/${own}`;
}
