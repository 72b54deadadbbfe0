import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import type { ScheduleStore } from '../domain/schedule.ts';
import type { RejudgeStore } from '../domain/rejudge.ts';
import { followSetUp } from '../domain/schedule.ts';

interface Deps {
  readonly schedules: ScheduleStore;
  readonly rejudgements: Pick<RejudgeStore, 'request'>;
  /** Called after a request. */
  readonly requested: () => void;
  readonly clock: Clock;
}

/** Updates the schedule when a user has saved the configuration, and judges the leads again if the business changed. */
export function onConfigurationSaved({ schedules, rejudgements, requested, clock }: Deps) {
  return async ({ userId, payload: { value } }: EventOf<'configurationSaved'>): Promise<void> => {
    const now = clock.now();
    await followSetUp({ schedules }, userId, value, now);
    // Only leads that were judged for another business are read, so that other changes cost one call.
    await rejudgements.request(userId, now);
    requested();
  };
}
