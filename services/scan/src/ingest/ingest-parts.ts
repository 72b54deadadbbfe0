import type { Part, Platform } from '@earshot/service-kit';
import { feedModel } from '../store/feed-schema.ts';
import { feedPlan } from './feed-plan.ts';
import { createPlanner } from './planner.ts';
import { postModel } from './post-schema.ts';
import { postWriter } from './post-writer.ts';
import { createStreams } from './streams.ts';
import { cursorModel, streamCursors } from './stream-cursors.ts';

/** What the ingest role runs: the reader of pages and the reader of streams. */
export function ingestParts({ documents, sources, kv, clock, log }: Platform): readonly Part[] {
  const shared = { posts: postWriter(postModel(documents)), sources, kv, clock, log };
  return [
    createPlanner({ ...shared, plan: feedPlan(feedModel(documents)) }),
    createStreams({ ...shared, cursors: streamCursors(cursorModel(documents)) }),
  ];
}
