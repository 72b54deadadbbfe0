import type { Clock } from '@earshot/core';
import { type Route, route } from '@earshot/service-kit';
import type { Learning } from '@earshot/proto/http/learning';
import { scanContract } from '@earshot/proto/http/scan';
import { learningOf } from '@earshot/scoring';
import type { UserId } from '@earshot/proto/refs';
import type { LabelStore } from '../domain/labels.ts';

interface LearningRouteDeps {
  readonly labels: LabelStore;
  /** Called after the labels, or whether they are applied, changed. */
  readonly labelled: (userId: UserId) => Promise<void>;
  readonly clock: Clock;
}

/** Shows the user's learning, switches it on and off, and deletes the labels. */
export function learningRoutes({ labels, labelled, clock }: LearningRouteDeps): Route[] {
  const show = async (userId: UserId): Promise<Learning> => {
    const [own, { isOn, changedAt }] = await Promise.all([labels.of(userId), labels.switchOf(userId)]);
    const times = [...own.map(({ at }) => at), ...(changedAt === null ? [] : [changedAt])];
    const updatedAt = times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
    return { ...learningOf(own, isOn), updatedAt: updatedAt?.toISOString() ?? null };
  };
  return [
    route(scanContract.learning, ({ userId }) => show(userId)),
    route(scanContract.turnLearning, async ({ userId, body }) => {
      await labels.turn(userId, body.isOn, clock.now());
      await labelled(userId);
      return show(userId);
    }),
    route(scanContract.forgetLearning, async ({ userId }) => {
      await labels.forget(userId, clock.now());
      await labelled(userId);
      return undefined;
    }),
  ];
}
