import { consume, type EventOf } from '@earshot/event-bus';
import { type FollowDeps, followListener } from '../domain/listening.ts';
import { followSetUp, type ScheduleStore } from '../domain/schedule.ts';
import type { RejudgeStore } from '../domain/rejudge.ts';
import { onLeadRated, onLeadStatusChanged } from './on-lead-judged.ts';
import { onLeadsCreated, onLeadsRefused } from './on-lead-outcome.ts';
import { onPostEdited } from './on-post-changed.ts';
import type { LabelStore } from '../domain/labels.ts';

interface RejudgeDeps extends FollowDeps {
  readonly rejudgements: Pick<RejudgeStore, 'request'>;
  /** Called after a request. */
  readonly requested: () => void;
}

interface Deps extends RejudgeDeps {
  readonly schedules: ScheduleStore;
}

/** Updates the schedule and what the user listens to when a user has saved the configuration, and judges the leads again if the business changed. */
export function onConfigurationSaved({ schedules, rejudgements, requested, clock, ...deps }: Deps) {
  return async ({ userId, payload: { value } }: EventOf<'configurationSaved'>): Promise<void> => {
    const now = clock.now();
    await followSetUp({ schedules }, userId, value, now);
    await followListener({ ...deps, clock }, userId);
    // Only leads that were judged for another business are read, so that other changes cost one call.
    await rejudgements.request(userId, now);
    requested();
  };
}

/** Judges the leads again when a user has saved the preferences, among them the scoring model. */
export function onPreferencesSaved({ rejudgements, requested, clock, ...deps }: RejudgeDeps) {
  return async ({ userId }: EventOf<'preferencesSaved'>): Promise<void> => {
    await followListener({ ...deps, clock }, userId);
    await rejudgements.request(userId, clock.now());
    requested();
  };
}

/** The outcomes of found posts, and what users do with their leads. */
export function leadEvents(
  deps: Parameters<typeof onLeadsCreated>[0] &
    Parameters<typeof onLeadRated>[0] &
    Parameters<typeof onConfigurationSaved>[0] & { readonly labels: Pick<LabelStore, 'removeSamples'> },
) {
  const listenAgain = ({ userId }: { readonly userId: string }) => followListener(deps, userId);
  const [leadCreated, leadRefused] = [onLeadsCreated(deps), onLeadsRefused(deps)];
  return consume({
    group: 'scan',
    topic: 'lead.events',
    handlers: {
      leadCreated: (event) => leadCreated([event]),
      leadRefused: (event) => leadRefused([event]),
      leadStatusChanged: onLeadStatusChanged(deps),
      leadRated: onLeadRated(deps),
      configurationSaved: onConfigurationSaved(deps),
      communityAdded: listenAgain,
      communityRemoved: listenAgain,
      samplesRemoved: async ({ userId }) => {
        // The counts of a running scan rest on its verdicts: without them it would not end.
        const running = await deps.jobs.findRunning(userId);
        await deps.verdicts.removeSamples(userId, running?.id ?? null);
        await deps.labels.removeSamples(userId);
      },
    },
    batches: { leadCreated, leadRefused },
  });
}

/** What ingest noticed about posts. */
export function postChanges(deps: Parameters<typeof onPostEdited>[0]) {
  return consume({
    group: 'scan',
    topic: 'post.events',
    handlers: { postEdited: onPostEdited(deps) },
  });
}
