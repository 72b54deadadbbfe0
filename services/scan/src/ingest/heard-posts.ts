import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import { create, PostsStoredSchema } from '@earshot/proto/events';
import type { CommunityRef, UserId } from '@earshot/proto/refs';
import type { ListenerStore } from '../domain/listening.ts';
import type { FeedPlan, PlannedFeed } from './feed-plan.ts';

/** Reports stored posts to those who listen to their community. */
export interface HeardPosts {
  listenersOf(community: CommunityRef): Promise<readonly UserId[]>;
  /** The events to save in the write that records that the posts are stored. */
  eventsOf(posts: {
    readonly community: CommunityRef;
    readonly postIds: readonly string[];
    readonly listeners: readonly UserId[];
  }): OutgoingEvent[];
}

/** Users per event: the work of one delivery, and an event of 4 KB. */
const listenersAtOnce = 50;
/** Posts per event: a page of most sources. */
const postsAtOnce = 100;

export function heardPosts(
  event: (facts: EventFacts) => OutgoingEvent,
  listeners: Pick<ListenerStore, 'of'>,
): HeardPosts {
  return {
    listenersOf: (community) => listeners.of(community),
    eventsOf: ({ community: { source, name: community }, postIds, listeners: all }) =>
      chunksOf(postIds, postsAtOnce).flatMap((ids) =>
        chunksOf(all, listenersAtOnce).map((some) => {
          const fields = { source, community, postIds: [...ids], listeners: [...some] };
          const value = create(PostsStoredSchema, fields);
          return event({ userId: '', key: `${source}/${community}`, payload: { case: 'postsStored', value } });
        }),
      ),
  };
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

/** The users who listen to a feed. Without any, ingest stops reading it for them. */
export async function listenersOrStop(
  { plan, heard, now }: { readonly plan: Pick<FeedPlan, 'listen'>; readonly heard: HeardPosts; readonly now: Date },
  feed: PlannedFeed,
): Promise<readonly UserId[]> {
  if (!feed.isListenedTo) return [];
  const found = await heard.listenersOf(feed);
  if (found.length > 0) return found;
  await plan.listen(feed, null);
  // Somebody may have begun to listen before the write, and found the feed listened to.
  const late = await heard.listenersOf(feed);
  if (late.length > 0) await plan.listen(feed, now);
  return late;
}
