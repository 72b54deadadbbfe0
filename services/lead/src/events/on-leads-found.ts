import type { EventOf } from '@earshot/event-bus';
import type { LeadFound } from '@earshot/proto/events';
import { timestampDate } from '@earshot/proto/events';
import { relevanceOf } from '@earshot/proto/values';
import type { AdmissionDependencies, FoundPost } from '../domain/admit-found-posts.ts';
import { admitFoundPosts } from '../domain/admit-found-posts.ts';
import type { Lead } from '../domain/lead.ts';

/** Each post that a scan found becomes a lead or is refused, once, even if its event is delivered repeatedly. */
export function onLeadsFound(deps: AdmissionDependencies & { saved: () => void }) {
  return async (events: readonly EventOf<'leadFound'>[]): Promise<void> => {
    await admitFoundPosts(events.map(foundPostOf), deps);
    deps.saved();
  };
}

function foundPostOf({ userId, payload }: EventOf<'leadFound'>): FoundPost {
  const { value } = payload;
  if (value.postCreatedAt === undefined) throw new Error(`lead.found of ${value.postId} has no post time`);
  const score = Math.round(value.score * 10) / 10;
  return {
    userId,
    jobId: value.jobId,
    source: value.source,
    sample: value.sample,
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
    judgedFor: {
      businessVersion: value.businessVersion ?? null,
      threshold: value.threshold ?? null,
      learnedVersion: value.learnedVersion ?? null,
    },
    postCreatedAt: timestampDate(value.postCreatedAt),
    maxLeadsPerScan: value.maxLeadsPerScan,
    maxLeadsPerDay: value.maxLeadsPerDay,
    isKept: value.rescued,
    heardAt: value.heardAt === undefined ? null : timestampDate(value.heardAt),
  };
}

/** The explanation of a score, as leads store it. */
function analysisOf(
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
