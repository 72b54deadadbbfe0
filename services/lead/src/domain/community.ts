import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';

/** A community that a user watches. */
export interface Community {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly isStarred: boolean;
  readonly createdAt: Date;
}

/** Users' lists of communities, each scoped to its user. */
export interface CommunityRepository {
  /** In the order in which they were added. */
  list(userId: string): Promise<Community[]>;
  /** Saves it with its event in one write; null when the user has one of this name, whatever its case. */
  insert(community: Community, event: OutgoingEvent): Promise<Community | null>;
  findByName(userId: string, name: string): Promise<Community | null>;
  /** Removes it and tells of it in one write; false when the user has none of this id. */
  remove(userId: string, id: string, event: OutgoingEvent): Promise<boolean>;
  /** null when the user has none of this id. */
  star(userId: string, id: string, isStarred: boolean): Promise<Community | null>;
}

/** Adds a community to a user's list; one that is there already is returned as it is. */
export async function addCommunity(
  wanted: { userId: string; name: string; isActive: boolean },
  deps: {
    communities: CommunityRepository;
    newId: () => string;
    now: () => Date;
    communityAdded: (community: Community) => OutgoingEvent;
  },
): Promise<{ community: Community; isNew: boolean }> {
  const { communities } = deps;
  for (;;) {
    const existing = await communities.findByName(wanted.userId, wanted.name);
    if (existing !== null) return { community: existing, isNew: false };
    const community = { ...wanted, id: deps.newId(), isStarred: false, createdAt: deps.now() };
    const inserted = await communities.insert(community, deps.communityAdded(community));
    // null: another call added it between our look and our insert; if it is gone again by now, once more.
    if (inserted !== null) return { community: inserted, isNew: true };
  }
}

/** Takes it off the list; leads found there stay. Throws subreddit.not-found. */
export async function removeCommunity(
  userId: string,
  id: string,
  deps: { communities: CommunityRepository; communityRemoved: (userId: string, id: string) => OutgoingEvent },
): Promise<void> {
  const removed = await deps.communities.remove(userId, id, deps.communityRemoved(userId, id));
  if (!removed) throw appError('subreddit.not-found', { id });
}

/** Throws subreddit.not-found. */
export async function starCommunity(
  wanted: { userId: string; id: string; isStarred: boolean },
  communities: CommunityRepository,
): Promise<Community> {
  const starred = await communities.star(wanted.userId, wanted.id, wanted.isStarred);
  if (starred === null) throw appError('subreddit.not-found', { id: wanted.id });
  return starred;
}
