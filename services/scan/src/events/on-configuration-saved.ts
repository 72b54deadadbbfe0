import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import type { ScheduleStore } from '../domain/schedule.ts';
import { followSetUp } from '../domain/schedule.ts';

/** Updates the schedule when a user has saved the configuration. */
export function onConfigurationSaved(deps: { readonly schedules: ScheduleStore; readonly clock: Clock }) {
  return async ({ userId, payload: { value } }: EventOf<'configurationSaved'>): Promise<void> => {
    await followSetUp(deps, userId, value, deps.clock.now());
  };
}
