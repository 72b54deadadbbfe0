import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { SourceDefinition } from '@earshot/sources';

/** A community that a user watches. */
export interface Community {
  readonly id: string;
  readonly userId: string;
  /** The source that the community belongs to. */
  readonly source: string;
  /** As its source writes it, without what people see around it. */
  readonly name: string;
  /** It is one of the sandbox; null where an older version saved it, which did not keep this. */
  readonly sample: boolean | null;
  readonly isActive: boolean;
  readonly isStarred: boolean;
  readonly createdAt: Date;
}

/** Users' lists of communities, each scoped to its user. */
export interface CommunityRepository {
  /** In the order in which they were added. */
  list(userId: string): Promise<Community[]>;
  /** Saves it with its event in one write; null when the user has this community of this source. */
  insert(community: Community, nameKey: string, event: OutgoingEvent): Promise<Community | null>;
  /** `nameKey` is the same for every way to write the name. */
  find(userId: string, source: string, nameKey: string): Promise<Community | null>;
  /** Marks it as one of the real site, with its event in one write; null when the user no longer has it. */
  makeReal(community: Community, event: OutgoingEvent): Promise<Community | null>;
  /** Removes it and tells of it in one write; false when the user has none of this id. */
  remove(userId: string, id: string, event: OutgoingEvent): Promise<boolean>;
  /** null when the user has none of this id. */
  star(userId: string, id: string, isStarred: boolean): Promise<Community | null>;
}

/** How the source reads what the user typed, and whether the sandbox stands in for it. */
export interface CommunitySource {
  readonly sample: boolean;
  readonly definition: Pick<SourceDefinition, 'id' | 'community'>;
}

export interface AddingDependencies {
  readonly communities: CommunityRepository;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly communityAdded: (community: Community) => OutgoingEvent;
}

/** More are only refused while an index of a version that knew one source is still there. */
const attempts = 5;

/**
 * Adds a community to a user's list; one that is there already is returned as it is. A community of the sandbox becomes a
 * real one when it is added again while its source has a client. Throws request.invalid in the words of the source, and
 * service.unavailable while the upgrade of an older version keeps names unique over all sources.
 */
export async function addCommunity(
  wanted: { userId: string; name: string; isActive: boolean; source: CommunitySource },
  deps: AddingDependencies,
): Promise<{ community: Community; isNew: boolean }> {
  const { userId, isActive, source } = wanted;
  const { id, community: names } = source.definition;
  const name = parsedName(wanted.name, source);
  const nameKey = names.ignoresCase ? name.toLowerCase() : name;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const existing = await deps.communities.find(userId, id, nameKey);
    const kept = existing === null ? null : await madeReal(existing, source, deps);
    if (kept !== null) return { community: kept, isNew: false };
    const facts = { userId, source: id, name, sample: source.sample, isActive, isStarred: false };
    const community = { ...facts, id: deps.newId(), createdAt: deps.now() };
    const inserted = await deps.communities.insert(community, nameKey, deps.communityAdded(community));
    // null: another call added it between our look and our insert; if it is gone again by now, once more.
    if (inserted !== null) return { community: inserted, isNew: true };
  }
  const message = 'This community cannot be added while Earshot is being upgraded; try again later';
  throw appError('service.unavailable', { message });
}

function parsedName(typed: string, { definition }: CommunitySource): string {
  const parsed = definition.community.parse(typed);
  if ('name' in parsed) return parsed.name;
  const message = parsed.problem;
  throw appError('request.invalid', { message, fields: { name: message } });
}

/** null: it was removed meanwhile. */
async function madeReal(existing: Community, source: CommunitySource, deps: AddingDependencies) {
  if (existing.sample !== true || source.sample) return existing;
  const real = { ...existing, sample: false };
  return deps.communities.makeReal(real, deps.communityAdded(real));
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
