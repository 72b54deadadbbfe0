import type { EventOf } from '@earshot/event-bus';
import { relevanceOf } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import type { RescoreDependencies } from '../domain/rescore-lead.ts';
import { rescoreLead } from '../domain/rescore-lead.ts';
import { analysisOf } from './on-leads-found.ts';

/** Replaces the provisional score of a lead once the user's model has scored its post. */
export function onPostRescored(deps: RescoreDependencies & { saved: () => void }) {
  return async ({ userId, payload: { value } }: EventOf<'postRescored'>): Promise<void> => {
    const score = Math.round(value.score * 10) / 10;
    const { postId: redditPostId, source = sourceOfOldData, matchReason } = value;
    const scored = { score, relevance: relevanceOf(score), matchReason, aiAnalysis: analysisOf(value, false) };
    await rescoreLead({ userId, source, redditPostId, ...scored }, deps);
    deps.saved();
  };
}
