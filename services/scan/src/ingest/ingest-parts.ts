import type { Platform, ServiceParts } from '@earshot/service-kit';
import { listenerModel, listenerStore } from '../store/listener-store.ts';
import { verdictModel } from '../store/verdict-schema.ts';
import { feedPlan } from './feed-plan.ts';
import { heardPosts } from './heard-posts.ts';
import { knownPosts } from './known-posts.ts';
import { createPlanner } from './planner.ts';
import { postModel } from './post-schema.ts';
import { postEvents, postWriter } from './post-writer.ts';
import { recheckStore } from './recheck-store.ts';
import { createLateVerdictCleaner, createRechecker } from './rechecks.ts';
import { createStreams, cursorModel, streamCursors } from './streams.ts';
import { feedModel } from '../store/feed-store.ts';
import { sourceHourModel, sourceHours } from '../store/source-hours.ts';

/** What the ingest role runs: the reader of pages, the reader of streams, and the relay of what they found. */
export function ingestParts({ documents, sources, kv, clock, log, event, relay, meters }: Platform): ServiceParts {
  const model = postModel(documents);
  const changes = relay(model);
  const hours = sourceHours(sourceHourModel(documents));
  const posts = postWriter({ model, events: postEvents(event), hours, notify: () => changes.notify() });
  const feeds = feedModel(documents);
  const cursors = cursorModel(documents);
  const feedRelay = relay(feeds);
  const cursorRelay = relay(cursors);
  const plan = feedPlan(feeds);
  const verdicts = verdictModel(documents);
  const checks = recheckStore(model, verdicts);
  const heard = heardPosts(event, listenerStore(listenerModel(documents)));
  const shared = { posts, heard, sources, kv, clock, log };
  // Shown as 0 before a stream is open.
  for (const { definition, read } of sources.all)
    if (read.kind === 'stream') meters.counter('sourceReceived').add({ source: definition.id }, 0);
  return {
    relays: [changes, feedRelay, cursorRelay],
    jobs: [
      createPlanner({ ...shared, plan, saved: () => feedRelay.notify() }),
      createRechecker({ ...shared, plan, checks }),
      createLateVerdictCleaner({ posts: model, verdicts, clock, log }),
      createStreams({
        ...shared,
        plan,
        known: knownPosts(model, verdicts),
        cursors: streamCursors(cursors),
        saved: () => cursorRelay.notify(),
      }),
    ],
  };
}
