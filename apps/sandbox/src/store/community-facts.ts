import { hashOf } from '../domain/hash.ts';
import type { Community, CommunityStatus } from '../domain/types.ts';
import type { SampleFile } from './sample-files.ts';

/** All 32 bits of the hash, because ids must differ: with four digits, two of 1,000 communities shared one. */
function communityId(name: string): string {
  return `2${hashOf(`community:${name.toLowerCase()}`).toString(36)}`;
}

export function communityOf(file: SampleFile): Community {
  return {
    id: communityId(file.name),
    name: file.name,
    title: file.title,
    publicDescription: file.publicDescription,
    description: file.description,
    subscribers: file.subscribers,
    createdAt: Math.floor(Date.parse(`${file.created}T00:00:00Z`) / 1000),
    status: 'public',
  };
}

/** The facts of a community that only a loaded file names. They are derived from the name, so they stay the same. */
export function unknownCommunity(name: string, status: CommunityStatus = 'public'): Community {
  const hash = hashOf(`facts:${name.toLowerCase()}`);
  return {
    id: communityId(name),
    name,
    title: name.replace(/_/g, ' '),
    publicDescription: '',
    description: '',
    subscribers: 2_000 + (hash % 400_000),
    createdAt: 1_230_768_000 + (hash % 150_000_000),
    status,
  };
}

/** Communities for testing clients with every reason why a community can be inaccessible. */
export function closedCommunities(): Community[] {
  return [
    unknownCommunity('sandbox_private', 'private'),
    unknownCommunity('sandbox_banned', 'banned'),
    unknownCommunity('sandbox_quarantined', 'quarantined'),
  ];
}
