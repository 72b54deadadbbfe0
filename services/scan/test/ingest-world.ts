import { embeddedKeyValue, type Platform } from '@earshot/service-kit';
import type { SourceReader } from '@earshot/sources';
import { withSource } from '@earshot/testing';
import { createLogger } from '@earshot/core';
import type { ReadPriority } from '../src/domain/feed.ts';
import { feedPlan } from '../src/ingest/feed-plan.ts';
import { heardPosts } from '../src/ingest/heard-posts.ts';
import { knownPosts } from '../src/ingest/known-posts.ts';
import { createPlanner } from '../src/ingest/planner.ts';
import { postModel } from '../src/ingest/post-schema.ts';
import { postEvents, postWriter } from '../src/ingest/post-writer.ts';
import { listenerModel, listenerStore } from '../src/store/listener-store.ts';
import { feedFollower, feedModel } from '../src/store/feed-store.ts';
import { verdictModel } from '../src/store/verdict-schema.ts';

/** A clock that a test advances. */
function handClock() {
  let nowMs = Date.now();
  return {
    now: () => new Date(nowMs),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** The dependencies of a process of ingest that shares documents and the key-value store with others. */
export function ingestDeps(
  platform: Pick<Platform, 'documents' | 'sources' | 'event'>,
  read: SourceReader,
  clock = handClock(),
) {
  const posts = postModel(platform.documents);
  return {
    plan: feedPlan(feedModel(platform.documents)),
    posts: postWriter({
      model: posts,
      events: postEvents(platform.event),
      notify: () => undefined,
    }),
    known: knownPosts(posts, verdictModel(platform.documents)),
    sources: withSource(platform.sources, { read }),
    heard: heardPosts(platform.event, listenerStore(listenerModel(platform.documents))),
    saved: () => undefined,
    kv: embeddedKeyValue({ clock }),
    clock,
    log: createLogger({ name: 'ingest', level: 'silent' }),
  };
}

export type IngestDeps = ReturnType<typeof ingestDeps>;

/** Asks for a community as a task does, and waits until it is read. */
export async function readAll(
  { documents }: Pick<Platform, 'documents'>,
  { kv, clock }: IngestDeps,
  {
    name,
    priority = 0,
    signal = new AbortController().signal,
  }: { readonly name: string; readonly priority?: ReadPriority; readonly signal?: AbortSignal },
): Promise<void> {
  const follower = feedFollower({ model: feedModel(documents), kv, clock });
  await follower.start();
  const next = follower.follow({ source: 'sample', name }, priority);
  try {
    let level = await next(null, { signal, check: async () => undefined });
    while (!level.isDone) level = await next(level, { signal, check: async () => undefined });
  } finally {
    await follower.stop();
  }
}

/** Runs planners while `work` runs. */
export async function withPlanners<T>(all: readonly Parameters<typeof createPlanner>[0][], work: () => Promise<T>) {
  const planners = all.map((deps) => createPlanner(deps));
  for (const planner of planners) await planner.start();
  try {
    return await work();
  } finally {
    await Promise.all(planners.map((planner) => planner.stop()));
  }
}
