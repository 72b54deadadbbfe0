import type { Platform, ServiceParts } from '@earshot/service-kit';
import { consume } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { FollowDeps } from './domain/listening.ts';
import { followMs, type RejudgeDeps } from './domain/rejudge.ts';
import { onPreferencesSaved } from './events/on-configuration-saved.ts';
import { createRejudger } from './jobs/rejudger.ts';
import { scanModels } from './store/models.ts';
import { rejudgeStore } from './store/rejudge-store.ts';
import { leadScores, leadsToJudge } from './clients/lead.ts';

/** Judges leads again after a change of what their scores are made of. */
export function rejudger(
  platform: Platform,
  judging: Omit<RejudgeDeps, 'rejudgements' | 'leadsToJudge' | 'applyScores' | 'clock' | 'isLeader'>,
  following: FollowDeps,
) {
  const { documents, clock, kv, log, call } = platform;
  const { rejudgement: model, job: jobModel } = scanModels(documents);
  const rejudgements = rejudgeStore({
    model,
    nextUser: async (after) => {
      const next = jobModel.findOne({ userId: { $gt: after } }, { userId: 1 }).sort({ userId: 1 });
      return (await next.lean())?.userId ?? null;
    },
  });
  const ofLeads = { leadsToJudge: leadsToJudge(call), applyScores: leadScores(call) };
  const job = createRejudger({ ...judging, ...ofLeads, rejudgements, clock, kv, log });
  const labelled = (userId: UserId) => rejudgements.follow(userId, new Date(clock.now().getTime() + followMs));
  const requested = () => job.soon();
  const preferencesSaved = onPreferencesSaved({ ...following, rejudgements, requested });
  const subscriptions: ServiceParts['subscriptions'] = [
    consume({ group: 'scan', topic: 'account.events', handlers: { preferencesSaved } }),
  ];
  return { job, rejudgements, labelled, requested, subscriptions };
}
