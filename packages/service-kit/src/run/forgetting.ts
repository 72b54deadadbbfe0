import { eventTable } from '@earshot/proto/events';
import { consume, type Delivery, envelopeOf, type Subscription } from '@earshot/event-bus';
import { appError, freshIds } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { Caller, Route } from '../http/route.ts';
import type { Platform, Service, ServiceParts } from '../service/service.ts';
import { personalCollections, removePersonalData } from '../forget/personal-data.ts';
import { tombstones } from '../forget/tombstones.ts';

/**
 * How long a user counts as present, in milliseconds, for events that follow each other: a scan has one for each of its
 * communities. Only the lookup before an event uses this. The one after it always asks.
 */
const presentMs = 250;

/** The parts of a service after `forgetting` has wrapped them, so that no data of a deleted user remains. */
export interface Forgetting {
  readonly subscriptions: readonly Subscription[];
  readonly routes: readonly Route[];
}

interface Given {
  readonly service: Pick<Service, 'name' | 'models' | 'dataNotes'>;
  readonly platform: Pick<Platform, 'documents' | 'clock' | 'eraser'>;
  readonly parts: ServiceParts;
}

/**
 * Deletes a user's documents on `accountDeleted`, and ensures that no later event or call brings any back. A deletion
 * stores a tombstone first and then removes the documents. A writer checks for the tombstone after it wrote, and
 * removes the documents if there is one. So nothing remains, in whatever order these four steps run. See
 * docs/decisions/0051-deletion-is-a-platform-feature.md.
 */
export function forgetting({ service, platform, parts }: Given): Forgetting {
  const own = { subscriptions: parts.subscriptions ?? [], routes: parts.routes ?? [] };
  const models = service.models?.(platform.documents) ?? [];
  if (models.length === 0) return own;
  const collections = personalCollections({ models, notes: service.dataNotes ?? {} });
  const forgottenUsers = tombstones(platform.documents);
  const remove = async (userId: UserId) => {
    await parts.forget?.(userId);
    await removePersonalData(platform.documents, collections, userId);
  };
  const present = freshIds(presentMs);
  const steps: ErasureSteps = {
    among: async (userIds) => {
      const gone = await forgottenUsers.among(userIds);
      for (const userId of userIds) if (!gone.includes(userId)) present.add(userId);
      return gone;
    },
    isPresent: (userId) => present.has(userId),
    remove,
    forget: async (userId) => {
      await forgottenUsers.add(userId, platform.clock.now());
      present.delete(userId);
      await remove(userId);
      await platform.eraser.erase(userId);
    },
  };
  return {
    subscriptions: [...withDeletions(own.subscriptions, service.name)].map((one) =>
      one.broadcast === true ? one : forgetful(one, steps),
    ),
    routes: own.routes.map((route) => (writes(route) ? guarded(route, steps) : route)),
  };
}

interface ErasureSteps {
  among(userIds: readonly string[]): Promise<string[]>;
  /** Whether the user was seen a moment ago. */
  isPresent(userId: UserId): boolean;
  remove(userId: UserId): Promise<void>;
  forget(userId: UserId): Promise<void>;
}

const { topic: deletions, type: deleted } = eventTable.accountDeleted;

/** A group may have one subscription per topic: two would share its partitions. */
function withDeletions(given: readonly Subscription[], group: string): readonly Subscription[] {
  const receivesDeletions = given.some(({ topic, broadcast }) => topic === deletions && broadcast !== true);
  return receivesDeletions ? given : [...given, consume({ group, topic: deletions, handlers: {} })];
}

/**
 * Drops events of deleted users, and removes documents that a job may have written since. Carries out deletions before
 * the service's handler receives the event.
 */
function forgetful(subscription: Subscription, steps: ErasureSteps): Subscription {
  const around = async (deliveries: readonly Delivery[], handle: (kept: readonly Delivery[]) => Promise<void>) => {
    const received = deliveries.map((delivery) => ({ delivery, ...factsOf(delivery) }));
    for (const { userId, deletes } of received) if (deletes) await steps.forget(userId);
    const users = [...new Set(received.flatMap(({ userId, deletes }) => (deletes || userId === '' ? [] : [userId])))];
    const gone = new Set(await steps.among(users.filter((userId) => !steps.isPresent(userId))));
    // For example documents of a scheduled start that was in progress. No other event reports them.
    for (const userId of gone) await steps.remove(userId);
    const remaining = received.filter(({ userId, deletes }) => deletes || !gone.has(userId));
    if (remaining.length === 0) return;
    try {
      await handle(remaining.map(({ delivery }) => delivery));
    } finally {
      for (const userId of await steps.among(users)) await steps.remove(userId);
    }
  };
  const { handleMany, types } = subscription;
  return {
    ...subscription,
    ...(types !== undefined && subscription.topic === deletions && { types: new Set([...types, deleted]) }),
    handle: (delivery) => around([delivery], () => subscription.handle(delivery)),
    ...(handleMany !== undefined && { handleMany: (deliveries) => around(deliveries, (kept) => handleMany(kept)) }),
  };
}

/** Events that cannot be parsed are passed on, so that the service's handler reports the error. */
function factsOf({ record }: Delivery): { userId: UserId; deletes: boolean } {
  try {
    const { userId, payload } = envelopeOf(record);
    return { userId, deletes: payload.case === 'accountDeleted' };
  } catch {
    return { userId: '', deletes: false };
  }
}

/** Whether a call by a user may store data. A redirect may do so with any method. */
function writes({ endpoint }: Route): boolean {
  if (!endpoint.callers.includes('gateway')) return false;
  return endpoint.method !== 'GET' || endpoint.statuses.includes(302);
}

/** A call may be in progress while its user is deleted, and a token stays valid for a minute after that. */
function guarded(route: Route, steps: ErasureSteps): Route {
  const none = async (caller: Caller) => (await steps.among([caller.userId])).length === 0;
  return {
    ...route,
    handle: async (input, caller) => {
      if (caller === null) return route.handle(input, caller);
      if (!(await none(caller))) throw appError('auth.unauthorized');
      try {
        return await route.handle(input, caller);
      } finally {
        if (!(await none(caller))) await steps.remove(caller.userId);
      }
    },
  };
}
