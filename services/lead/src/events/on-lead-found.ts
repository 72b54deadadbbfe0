import type { EventOf } from '@earshot/platform';
import { timestampDate } from '@earshot/proto/events';
import { relevanceOf } from '@earshot/proto/values';
import type { AdmissionDependencies, FoundPost } from '../domain/admit-found-post.ts';
import { admitFoundPost } from '../domain/admit-found-post.ts';

/** A scan found a post: it becomes a lead of the user or is refused, once, however often the event comes. */
export function onLeadFound(deps: AdmissionDependencies & { saved: () => void }) {
  return async (event: EventOf<'leadFound'>): Promise<void> => {
    await admitFoundPost(foundPostOf(event), deps);
    deps.saved();
  };
}

function foundPostOf({ userId, payload }: EventOf<'leadFound'>): FoundPost {
  const { value } = payload;
  if (value.postCreatedAt === undefined) throw new Error(`lead.found of ${value.postId} does not tell the post's time`);
  const score = Math.round(value.score * 10) / 10;
  return {
    userId,
    jobId: value.jobId,
    redditPostId: value.postId,
    subreddit: value.subreddit,
    title: value.title,
    content: value.content,
    author: value.author,
    score,
    relevance: relevanceOf(score),
    matchReason: value.matchReason,
    url: value.url,
    aiAnalysis: {
      scorerVersion: value.scorerVersion,
      parts: value.parts.map(({ name, category, points, quote, note }) => ({
        name,
        category,
        points,
        quote: quote ?? null,
        note,
      })),
    },
    postCreatedAt: timestampDate(value.postCreatedAt),
    maxLeadsPerScan: value.maxLeadsPerScan,
    maxLeadsPerDay: value.maxLeadsPerDay,
  };
}
