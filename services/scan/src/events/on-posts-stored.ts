import type { Delivery, EventOf } from '@earshot/event-bus';
import { type HeardDeps, judgeHeard } from '../domain/judge-heard.ts';
import type { Slots } from '@earshot/core';
import { slotThatBegins } from './on-scan-task-requested.ts';
import type { UserId } from '@earshot/proto/refs';

/** Judges posts for users who listen. As with tasks of scans, the worker's own places decide when the work begins. */
export function onPostsStored({ slots, ...deps }: HeardDeps & { readonly slots: Slots }) {
  return async ({ payload }: EventOf<'postsStored'>, delivery: Delivery): Promise<void> => {
    const { source, community: name, postIds, listeners } = payload.value;
    const { signal, attempt, lastAttempt } = delivery;
    delivery.release();
    const runOf = (userId: UserId) => ({
      signal,
      attempt,
      lastAttempt,
      slot: slotThatBegins(slots.of(userId), delivery),
      alive: () => delivery.progress(),
    });
    await judgeHeard(deps, { community: { source, name }, postIds, listeners }, runOf);
  };
}
