import { type Route, route } from '@earshot/service-kit';
import { postWordsContract } from '@earshot/proto/http';
import type { NewScore } from '@earshot/proto/http/post-words';
import { relevanceOf } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import type { AdmissionRepository } from '../domain/admit-found-posts.ts';
import { postKey } from '../domain/lead.ts';
import { type RejudgeDependencies, rejudgeLead } from '../domain/rejudge-lead.ts';
import { type RescoreDependencies, rescoreLead } from '../domain/rescore-lead.ts';

interface Deps extends RescoreDependencies, RejudgeDependencies {
  readonly leads: RescoreDependencies['leads'] & RejudgeDependencies['leads'] & Pick<AdmissionRepository, 'jobsOf'>;
  readonly saved: () => void;
}

/** Gives leads other scores: the model's instead of provisional ones, or new judgements. */
export function scoresRoute(deps: Deps): Route {
  return route(postWordsContract.applyScores, async ({ userId, body: { scores } }) => {
    const posts = scores.map(({ source, postId }) => ({ source, postId }));
    // Before the scores: a lead that is made meanwhile counts as none, and the caller repeats its score.
    const known = await deps.leads.jobsOf(userId, posts);
    for (const one of scores) await apply(userId, one, deps);
    deps.saved();
    const leads = posts.filter((post) => known.has(postKey(post)));
    return { leads: leads.map(({ source, postId }) => ({ source, postId })) };
  });
}

async function apply(userId: UserId, { postId, rejudgement, ...given }: NewScore, deps: Deps): Promise<void> {
  const score = Math.round(given.score * 10) / 10;
  const scored = { ...given, userId, postId, score, relevance: relevanceOf(score) };
  if (rejudgement === null) return rescoreLead(scored, deps);
  const { businessVersion, threshold, learnedVersion, dropReason, title, content } = rejudgement;
  const judgedFor = { businessVersion, threshold, learnedVersion };
  return rejudgeLead({ ...scored, judgedFor, dropReason, text: { title, content } }, deps);
}
