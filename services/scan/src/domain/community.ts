import type { CommunityRef, PostRef } from '@earshot/proto/refs';
import { sourceDefinition } from '@earshot/sources';

/** The key of a post in this service, unique across sources. */
export function postKey({ source, id }: PostRef): string {
  return keyIn(source, id);
}

/** The key of a community, unique across sources. Case is ignored if the source ignores it. */
export function communityKey({ source, name }: CommunityRef): string {
  const ignoresCase = sourceDefinition(source)?.community.ignoresCase ?? true;
  return keyIn(source, ignoresCase ? name.toLowerCase() : name);
}

/** The post of a key that `postKey` made. */
export function refIn(key: string, source: string): PostRef {
  return { source, id: key.slice(source.length + 1) };
}

function keyIn(source: string, own: string): string {
  return `${source}/${own}`;
}
