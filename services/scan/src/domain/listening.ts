import type { Clock } from '@earshot/core';
import { leadThresholds } from '@earshot/proto/values';
import type { Sources } from '@earshot/sources';
import type { ScanJob } from './job.ts';
import type { StartDeps } from './start-scan.ts';
import type { CommunityRef, UserId } from '@earshot/proto/refs';
import { problemOf } from './source-problem.ts';

/** A community to which a user listens. */
export interface HeardCommunity extends CommunityRef {
  /** Since when. */
  readonly since: Date;
}

/** The settings with which posts are judged as they come. */
export type ListeningSettings = Pick<
  ScanJob,
  'businessDescription' | 'profile' | 'threshold' | 'maxLeadsPerScan' | 'maxLeadsPerDay' | 'model'
>;

/** What listening needs to know of a user: a copy, as jobs have one, of what the lead and auth services own. */
export interface Listener {
  readonly userId: UserId;
  /** Empty while listening is off, and without a business. */
  readonly communities: readonly HeardCommunity[];
  readonly settings: ListeningSettings;
  /** When the last post of these communities arrived; null before the first. */
  readonly heardAt: Date | null;
  /** Incremented with each change of the settings or the communities. */
  readonly version: number;
}

/** Who listens to what. */
export interface ListenerStore {
  find(userId: UserId): Promise<Listener | null>;
  /** Saves the next version. False if the stored version is no longer the one before it. */
  save(next: Listener): Promise<boolean>;
  /** The users who listen to a community of a source, as it is read now. */
  of(community: CommunityRef): Promise<readonly UserId[]>;
  noteHeard(userId: UserId, at: Date): Promise<void>;
}

/** Lets ingest read communities as long as somebody listens to them. */
export interface BackgroundReads {
  start(communities: readonly CommunityRef[]): Promise<void>;
}

export interface FollowDeps extends Pick<StartDeps, 'settingsOf' | 'preferencesOf'> {
  readonly listeners: Pick<ListenerStore, 'find' | 'save'>;
  readonly background: BackgroundReads;
  readonly sources: Pick<Sources, 'get'>;
  readonly clock: Clock;
}

/**
 * Updates the copy of a user's settings after a change. Every call reads the settings after the version that it replaces,
 * so the last change wins, in whatever order calls end.
 */
export async function followListener(deps: FollowDeps, userId: UserId): Promise<void> {
  for (;;) {
    const before = await deps.listeners.find(userId);
    const [settings, preferences] = await Promise.all([deps.settingsOf(userId), deps.preferencesOf(userId)]);
    const { listen, profile = null, searchStrategy, maxLeadsPerScan } = settings;
    const businessDescription = settings.businessDescription.trim();
    const isOn = listen && businessDescription !== '';
    const now = deps.clock.now();
    const communities = settings.communities
      .filter((community) => isOn && problemOf(deps.sources, community) === null)
      .map((community) => ({ ...community, since: sinceOf(before, community) ?? now }));
    const next: Listener = {
      userId,
      communities,
      settings: {
        businessDescription: isOn ? businessDescription : '',
        profile: isOn ? profile : null,
        threshold: leadThresholds[searchStrategy],
        maxLeadsPerScan,
        maxLeadsPerDay: preferences.maxLeadsPerDay,
        model: preferences.leadScoringModel,
      },
      heardAt: before?.heardAt ?? null,
      version: (before?.version ?? 0) + 1,
    };
    if (!(await deps.listeners.save(next))) continue;
    // After the save, because ingest stops reads to which nobody listens.
    if (communities.length > 0) await deps.background.start(communities);
    return;
  }
}

function sinceOf(before: Listener | null, { source, name }: CommunityRef): Date | null {
  const same = (one: CommunityRef) => one.source === source && one.name === name;
  return before?.communities.find(same)?.since ?? null;
}

/** Ends listening at once, before the account is deleted. */
export async function stopListening(listeners: Pick<ListenerStore, 'find' | 'save'>, userId: UserId): Promise<void> {
  for (;;) {
    const before = await listeners.find(userId);
    if (before === null || before.communities.length === 0) return;
    if (await listeners.save({ ...before, communities: [], version: before.version + 1 })) return;
  }
}

/** The part of a source's posts that ingest stored together. */
export interface StoredPosts {
  readonly community: CommunityRef;
  readonly postIds: readonly string[];
  readonly listeners: readonly UserId[];
}
