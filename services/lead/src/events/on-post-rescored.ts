import type { EventOf } from '@earshot/event-bus';
import { relevanceOf } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import type { RescoreDependencies } from '../domain/rescore-lead.ts';
import { rescoreLead } from '../domain/rescore-lead.ts';
import { analysisOf } from './on-leads-found.ts';

/** The user's model has scored a post that it could not be asked about before. */
export function onPostRescored(deps: RescoreDependencies & { saved: () => void }) {
  return async ({ userId, payload: { value } }: EventOf<'postRescored'>): Promise<void> => {
    const score = Math.round(value.score * 10) / 10;
    const { postId: redditPostId, source = sourceOfOldData, matchReason } = value;
    const scored = { score, relevance: relevanceOf(score), matchReason, aiAnalysis: analysisOf(value, false) };
    await rescoreLead({ userId, source, redditPostId, ...scored }, deps);
    deps.saved();
  };
}
