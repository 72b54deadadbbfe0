import type { CallService } from '@earshot/service-kit';
import { leadContract } from '@earshot/proto/http/lead';
import type { RejudgeDeps } from '../domain/rejudge.ts';
import { isOfficial } from '@earshot/scoring';

/** Reads a user's leads from the lead service. */
export function leadsToJudge(call: CallService): RejudgeDeps['leadsToJudge'] {
  return async (userId, { judgedFor: { businessVersion, threshold, learnedVersion }, after, limit }) => {
    const query = {
      businessVersion,
      threshold: String(threshold),
      limit: String(limit),
      ...(learnedVersion !== null && { learnedVersion }),
      ...(after !== null && { after }),
    };
    const { leads, next } = await call(leadContract.listLeadsToJudge, { userId, query });
    const toJudge = leads.map(
      ({ id, source, redditPostId: postId, subreddit: community, title, content: selftext, author, aiAnalysis }) => {
        const official = isOfficial(aiAnalysis.parts);
        return { id, source, post: { id: postId, community, title, selftext, author, official } };
      },
    );
    return { leads: toJudge, next };
  };
}
