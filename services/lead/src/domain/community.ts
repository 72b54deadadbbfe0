import { appError } from '@earshot/platform';

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
  /** Saves it; null when the user has one of this name, whatever its case. */
  insert(community: Community): Promise<Community | null>;
  findByName(userId: string, name: string): Promise<Community | null>;
  /** False when the user has none of this id. */
  remove(userId: string, id: string): Promise<boolean>;
  /** null when the user has none of this id. */
  star(userId: string, id: string, isStarred: boolean): Promise<Community | null>;
}

/** Adds a community to a user's list; one that is there already is returned as it is. */
export async function addCommunity(
  wanted: { userId: string; name: string; isActive: boolean },
  deps: { communities: CommunityRepository; newId: () => string; now: () => Date },
): Promise<{ community: Community; isNew: boolean }> {
  const { communities } = deps;
  for (;;) {
    const existing = await communities.findByName(wanted.userId, wanted.name);
    if (existing !== null) return { community: existing, isNew: false };
    const inserted = await communities.insert({ ...wanted, id: deps.newId(), isStarred: false, createdAt: deps.now() });
    // null: another call added it between our look and our insert; if it is gone again by now, once more.
    if (inserted !== null) return { community: inserted, isNew: true };
  }
}

/** Takes it off the list; leads found there stay. Throws subreddit.not-found. */
export async function removeCommunity(userId: string, id: string, communities: CommunityRepository): Promise<void> {
  if (!(await communities.remove(userId, id))) throw appError('subreddit.not-found', { id });
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
