import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { SourceDefinition } from '@earshot/sources';
import { limits } from '@earshot/proto/limits';
import { type CommunityCheck, notInSample } from '@earshot/proto/values';
import type { CommunityRef, UserId } from '@earshot/proto/refs';

/** A community that a user watches. */
export interface Community {
  readonly id: string;
  readonly userId: UserId;
  /** The source that the community belongs to. */
  readonly source: string;
  /** The name as its source writes it, without a prefix such as `r/`. */
  readonly name: string;
  readonly isActive: boolean;
  readonly isStarred: boolean;
  readonly check: CommunityCheck;
  /** Why the last scan could not read it; null if it could. */
  readonly problem: string | null;
  readonly createdAt: Date;
}

/** Users' lists of communities, each scoped to its user. */
export interface CommunityRepository {
  /** Ordered by the time they were added. */
  list(userId: UserId): Promise<Community[]>;
  count(userId: UserId): Promise<number>;
  /**
   * Saves it with its event in one write. Returns null when the user already has this community of this source. Throws
   * community.limit, and community.search-limit for a search, if the list is full.
   */
  insert(adding: AddedCommunity, event: OutgoingEvent): Promise<Community | null>;
  /** `nameKey` is the same for every spelling of the name. */
  find(userId: UserId, source: string, nameKey: string): Promise<Community | null>;
  /** Removes it, with its event in one write. Returns false when the user has no community with this id. */
  remove(userId: UserId, id: string, event: OutgoingEvent): Promise<boolean>;
  /** Records the result of a scan's check. Has no effect on communities that the user no longer has. */
  setCheck(
    userId: UserId,
    communities: readonly CommunityRef[],
    found: Pick<Community, 'check' | 'problem'>,
  ): Promise<void>;
  /** The users of the active communities of a source, in order, after `after`. A user with several is named several times. */
  usersOf(source: string, after: string, limit: number): Promise<UserId[]>;
  /** null when the user has no community with this id. */
  star(userId: UserId, id: string, isStarred: boolean): Promise<Community | null>;
}

export interface AddedCommunity {
  readonly community: Community;
  /** The same for every spelling of the name. */
  readonly nameKey: string;
  readonly isSearch: boolean;
}

/** How the source parses the user's input. */
export interface CommunitySource {
  readonly definition: Pick<SourceDefinition, 'id' | 'community' | 'isSample'>;
}

/** What a source says about a typed name. */
export interface CheckedCommunity {
  readonly exists: boolean | null;
  /** The final name, where the site decides what the typed one means. */
  readonly name?: string | undefined;
  readonly near: readonly string[];
  /** Why a site that must find the name did not, in its words. */
  readonly problem?: string;
}

export interface AddingDependencies {
  readonly communities: CommunityRepository;
  /** Whether the community is a search. */
  readonly isSearch: (community: CommunityRef) => boolean;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly communityAdded: (community: Community) => OutgoingEvent;
  /**
   * `exists` is null if the source does not answer in time; `near` has similar names if the community does not exist.
   */
  readonly checkCommunity: (
    userId: UserId,
    community: CommunityRef,
    isFoundAtSite: boolean,
  ) => Promise<CheckedCommunity>;
}

/**
 * Adds a community to a user's list, or returns the existing one. Throws request.invalid with the source's message, community.unknown if the
 * source knows no such community, community.limit and community.search-limit if the list is full.
 */
export async function addCommunity(
  request: { userId: UserId; name: string; isActive: boolean; source: CommunitySource },
  deps: AddingDependencies,
): Promise<{ community: Community; isNew: boolean }> {
  const { userId, isActive, source } = request;
  const { id, community: names } = source.definition;
  let name = parsedName(request.name, source);
  let check: CommunityCheck | null = null;
  for (;;) {
    const nameKey = names.ignoresCase ? name.toLowerCase() : name;
    const existing = await deps.communities.find(userId, id, nameKey);
    if (existing !== null) return { community: existing, isNew: false };
    await checkLimits(userId, { source: id, name }, deps);
    if (check === null) {
      const checked = await checkOf(request, name, deps);
      check = checked.check;
      if (checked.name !== name) {
        // The user may have the community under the name that its site found.
        ({ name } = checked);
        continue;
      }
    }
    const facts = { userId, source: id, name, isActive, isStarred: false, check, problem: null };
    const community = { ...facts, id: deps.newId(), createdAt: deps.now() };
    const adding = { community, nameKey, isSearch: deps.isSearch(community) };
    const inserted = await deps.communities.insert(adding, deps.communityAdded(community));
    // null: another call added it after the lookup. The loop finds it, or retries if it was removed again.
    if (inserted !== null) return { community: inserted, isNew: true };
  }
}

/** Refuses before the source is asked; `insert` decides. */
async function checkLimits(
  userId: UserId,
  added: CommunityRef,
  { communities, isSearch }: Pick<AddingDependencies, 'communities' | 'isSearch'>,
): Promise<void> {
  if ((await communities.count(userId)) >= limits.communities.most) throw appError('community.limit');
  if (!isSearch(added)) return;
  const searches = (await communities.list(userId)).filter(isSearch);
  if (searches.length >= limits.searches.most) throw appError('community.search-limit');
}

/**
 * No scan reads an inactive community, so it is not checked before a scan reads it, unless its site must find its name.
 * Throws community.unknown.
 */
async function checkOf(
  {
    userId,
    source,
    isActive,
  }: { readonly userId: UserId; readonly source: CommunitySource; readonly isActive: boolean },
  name: string,
  { checkCommunity }: AddingDependencies,
): Promise<{ readonly name: string; readonly check: CommunityCheck }> {
  const { id, community, isSample = false } = source.definition;
  const isFoundAtSite = community.isFoundAtSite ?? false;
  if (!isActive && !isFoundAtSite) return { name, check: 'waiting' };
  const {
    exists,
    near,
    name: found = name,
    problem,
  } = await checkCommunity(userId, { source: id, name }, isFoundAtSite);
  if (exists !== false) return { name: found, check: exists === null ? 'waiting' : 'passed' };
  const labels = near.map((one) => community.label(one));
  const suggestion = labels.length === 0 ? '' : ` Did you mean ${alternatives.format(labels)}?`;
  const missing = isSample
    ? `${community.label(name)}: ${notInSample}.`
    : `${problem ?? community.missing?.(name) ?? `${community.label(name)} does not exist`}.`;
  const message = `${missing}${suggestion}`;
  throw appError('community.unknown', { message, fields: { name: message }, near });
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function parsedName(typed: string, { definition }: CommunitySource): string {
  const parsed = definition.community.parse(typed);
  if ('name' in parsed) return parsed.name;
  const message = parsed.problem;
  throw appError('request.invalid', { message, fields: { name: message } });
}

/** Removes it from the list; leads found there stay. Throws subreddit.not-found. */
export async function removeCommunity(
  userId: UserId,
  id: string,
  deps: { communities: CommunityRepository; communityRemoved: (userId: UserId, id: string) => OutgoingEvent },
): Promise<void> {
  const removed = await deps.communities.remove(userId, id, deps.communityRemoved(userId, id));
  if (!removed) throw appError('subreddit.not-found', { id });
}

/** Throws subreddit.not-found. */
export async function starCommunity(
  wanted: { userId: UserId; id: string; isStarred: boolean },
  communities: CommunityRepository,
): Promise<Community> {
  const starred = await communities.star(wanted.userId, wanted.id, wanted.isStarred);
  if (starred === null) throw appError('subreddit.not-found', { id: wanted.id });
  return starred;
}
