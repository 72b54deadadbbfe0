import type { EventOf } from '@earshot/event-bus';
import type { LeadFound } from '@earshot/proto/events';
import { timestampDate } from '@earshot/proto/events';
import { relevanceOf } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import type { AdmissionDependencies, FoundPost } from '../domain/admit-found-posts.ts';
import { admitFoundPosts } from '../domain/admit-found-posts.ts';
import type { Lead } from '../domain/lead.ts';

/** Scans found posts: each becomes a lead of its user or is refused, once, however often its event comes. */
export function onLeadsFound(deps: AdmissionDependencies & { saved: () => void }) {
  return async (events: readonly EventOf<'leadFound'>[]): Promise<void> => {
    await admitFoundPosts(events.map(foundPostOf), deps);
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
    source: value.source ?? sourceOfOldData,
    sample: value.sample ?? null,
    redditPostId: value.postId,
    subreddit: value.subreddit,
    title: value.title,
    content: value.content,
    author: value.author,
    score,
    relevance: relevanceOf(score),
    matchReason: value.matchReason,
    url: value.url,
    aiAnalysis: analysisOf(value, value.provisional),
    postCreatedAt: timestampDate(value.postCreatedAt),
    maxLeadsPerScan: value.maxLeadsPerScan,
    maxLeadsPerDay: value.maxLeadsPerDay,
    rescued: value.rescued,
  };
}

/** How the score came about, as leads keep it. */
export function analysisOf(
  { scorerVersion, parts }: Pick<LeadFound, 'scorerVersion' | 'parts'>,
  provisional: boolean,
): Lead['aiAnalysis'] {
  return {
    scorerVersion,
    provisional,
    parts: parts.map(({ name, category, points, quote, note }) => ({
      name,
      category,
      points,
      quote: quote ?? null,
      note,
    })),
  };
}
