import { eventTable } from '@earshot/proto/events';
import { envelopeOf } from '@earshot/event-bus';
import type { Delivery, Subscription } from '@earshot/event-bus';
import { consume } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { Caller, Route } from '../http/route.ts';
import type { Platform, Service, ServiceParts } from '../service.ts';
import { personalCollections, removePersonalData } from './personal-data.ts';
import { tombstones } from './tombstones.ts';

/** What a service's parts become so that a deleted user leaves nothing behind. */
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
 * Deletes a user's documents on `accountDeleted`, and sees to it that nothing told or asked later brings any back.
 * Whoever forgets notes it first and removes afterwards; whoever writes looks afterwards, and removes again if it was
 * noted: in whatever order these four happen, nothing stays.
 */
export function forgetting({ service, platform, parts }: Given): Forgetting {
  const given = { subscriptions: parts.subscriptions ?? [], routes: parts.routes ?? [] };
  const models = service.models?.(platform.documents) ?? [];
  if (models.length === 0) return given;
  const collections = personalCollections({ models, notes: service.dataNotes ?? {} });
  const noted = tombstones(platform.documents);
  const remove = async (userId: string) => {
    await parts.forget?.(userId);
    await removePersonalData(platform.documents, collections, userId);
  };
  const deeds: Deeds = {
    among: (userIds) => noted.among(userIds),
    remove,
    forget: async (userId) => {
      await noted.add(userId, platform.clock.now());
      await remove(userId);
      await platform.eraser.erase(userId);
    },
  };
  return {
    subscriptions: [...withDeletions(given.subscriptions, service.name)].map((one) =>
      one.broadcast === true ? one : forgetful(one, deeds),
    ),
    routes: given.routes.map((route) => (writes(route) ? guarded(route, deeds) : route)),
  };
}

interface Deeds {
  among(userIds: Iterable<string>): Promise<string[]>;
  remove(userId: string): Promise<void>;
  forget(userId: string): Promise<void>;
}

const { topic: deletions, type: deleted } = eventTable.accountDeleted;

/** A group may have one subscription of a topic: two would share its partitions. */
function withDeletions(given: readonly Subscription[], group: string): readonly Subscription[] {
  const hears = given.some(({ topic, broadcast }) => topic === deletions && broadcast !== true);
  return hears ? given : [...given, consume({ group, topic: deletions, handlers: {} })];
}

/** Drops events of deleted users with what a job may have made since, and carries deletions out before the service's own handler hears of them. */
function forgetful(subscription: Subscription, deeds: Deeds): Subscription {
  const around = async (deliveries: readonly Delivery[], handle: (kept: readonly Delivery[]) => Promise<void>) => {
    const told = deliveries.map((delivery) => ({ delivery, ...factsOf(delivery) }));
    for (const { userId, deletes } of told) if (deletes) await deeds.forget(userId);
    const users = new Set(told.flatMap(({ userId, deletes }) => (deletes || userId === '' ? [] : [userId])));
    const gone = new Set(await deeds.among(users));
    // A scheduled start, say, that was under way: nobody but its own event tells of it.
    for (const userId of gone) await deeds.remove(userId);
    const kept = told.filter(({ userId, deletes }) => deletes || !gone.has(userId));
    if (kept.length === 0) return;
    try {
      await handle(kept.map(({ delivery }) => delivery));
    } finally {
      for (const userId of await deeds.among(users)) await deeds.remove(userId);
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

/** What cannot be read is for the service's own handler to complain of. */
function factsOf({ record }: Delivery): { userId: string; deletes: boolean } {
  try {
    const { userId, payload } = envelopeOf(record);
    return { userId, deletes: payload.case === 'accountDeleted' };
  } catch {
    return { userId: '', deletes: false };
  }
}

/** Calls of users that may leave something behind; a redirect may, whatever its method. */
function writes({ endpoint }: Route): boolean {
  if (!endpoint.callers.includes('gateway')) return false;
  return endpoint.method !== 'GET' || endpoint.statuses.includes(302);
}

/** A call may be under way while its user is deleted, and a token is good for a minute after that. */
function guarded(route: Route, deeds: Deeds): Route {
  const none = async (caller: Caller) => (await deeds.among([caller.userId])).length === 0;
  return {
    ...route,
    handle: async (input, caller) => {
      if (caller === null) return route.handle(input, caller);
      if (!(await none(caller))) throw appError('auth.unauthorized');
      try {
        return await route.handle(input, caller);
      } finally {
        if (!(await none(caller))) await deeds.remove(caller.userId);
      }
    },
  };
}
