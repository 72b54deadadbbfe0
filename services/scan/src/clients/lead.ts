import type { CallService } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http/auth';
import { leadContract } from '@earshot/proto/http/lead';
import type { StartDeps } from '../domain/start-scan.ts';
import { postWordsContract, sourceUsersContract } from '@earshot/proto/http';
import type { ApplyScores, RejudgeDeps } from '../domain/rejudge.ts';
import type { MonitorDeps } from '../domain/source-monitor.ts';
import { isOfficial } from '@earshot/scoring';

/** Reads a user's settings and preferences from the services that own them. */
export function settingsClient(call: CallService): Pick<StartDeps, 'settingsOf' | 'preferencesOf'> {
  return {
    settingsOf: (userId) => call(leadContract.getScanSettings, { userId }),
    preferencesOf: (userId) => call(authContract.getPreferences, { userId }),
  };
}

/** Reads who has a community of a source. */
export function sourceUsers(call: CallService): MonitorDeps['usersOf'] {
  return (source, after) =>
    call(sourceUsersContract.listSourceUsers, { userId: 'scan', params: { source }, query: { after } });
}

/** Sends new scores to the lead service, which owns the leads. */
export function leadScores(call: CallService): ApplyScores {
  return async (userId, scores) => {
    if (scores.length === 0) return [];
    const { leads } = await call(postWordsContract.applyScores, { userId, body: { scores: [...scores] } });
    return leads;
  };
}

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
