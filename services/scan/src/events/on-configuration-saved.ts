import type { EventOf } from '@earshot/event-bus';
import type { FollowDeps } from '../domain/listening.ts';
import { followListener } from '../domain/listening.ts';
import type { ScheduleStore } from '../domain/schedule.ts';
import type { RejudgeStore } from '../domain/rejudge.ts';
import { followSetUp } from '../domain/schedule.ts';

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
