import type { EventOf } from '@earshot/event-bus';
import { relevanceOf } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import type { RejudgeDependencies } from '../domain/rejudge-lead.ts';
import { rejudgeLead } from '../domain/rejudge-lead.ts';
import type { RescoreDependencies } from '../domain/rescore-lead.ts';
import { rescoreLead } from '../domain/rescore-lead.ts';
import { analysisOf } from './on-leads-found.ts';

/** Gives a lead another score: the model's instead of a provisional one, or a new judgement. */
export function onPostRescored(deps: RescoreDependencies & RejudgeDependencies & { saved: () => void }) {
  return async ({ userId, payload: { value } }: EventOf<'postRescored'>): Promise<void> => {
    const score = Math.round(value.score * 10) / 10;
    const { postId: redditPostId, source = sourceOfOldData, matchReason, rejudgement } = value;
    const scored = { score, relevance: relevanceOf(score), matchReason, aiAnalysis: analysisOf(value, false) };
    const rescored = { userId, source, redditPostId, ...scored };
    if (rejudgement === undefined) await rescoreLead(rescored, deps);
    else {
      const { businessVersion, threshold, learnedVersion = null, dropReason = null, title, content } = rejudgement;
      const judgedFor = { businessVersion, threshold, learnedVersion };
      const text = title === undefined || content === undefined ? null : { title, content };
      await rejudgeLead({ ...rescored, judgedFor, dropReason, text }, deps);
    }
    deps.saved();
  };
}
