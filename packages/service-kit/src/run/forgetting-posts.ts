import { consume, type Delivery, envelopeOf, type Subscription } from '@earshot/event-bus';
import { type Envelope, eventTable, PostRemover, timestampDate } from '@earshot/proto/events';
import type { RemovedBy } from '@earshot/sources';
import type { Platform, Service, ServiceParts } from '../service/service.ts';
import type { ForgetPost, RemovedPost } from '../forget/post-notes.ts';

const removals = ['postRemoved', 'leadPostRemoved'] as const;

const removers: Readonly<Record<PostRemover, RemovedBy>> = {
  [PostRemover.UNSPECIFIED]: 'unknown',
  [PostRemover.AUTHOR]: 'author',
  [PostRemover.MODERATOR]: 'moderator',
  [PostRemover.SITE]: 'site',
  [PostRemover.AGE]: 'age',
};

interface Given {
  readonly service: Pick<Service, 'name' | 'postNotes' | 'consumes'>;
  readonly platform: Pick<Platform, 'documents' | 'event' | 'clock' | 'eraser'>;
  readonly parts: Pick<ServiceParts, 'subscriptions' | 'relays'>;
}

/**
 * Adds to the subscriptions of a service that consumes removals of posts: it runs the hooks of all its collections
 * (`postNotes`) after the service's own handlers. A batch may hold an earlier event of the same post, which the handlers
 * store first.
 */
export function forgettingPosts({ service, platform, parts }: Given): readonly Subscription[] {
  const ownSubscriptions = parts.subscriptions ?? [];
  const hooks = Object.values(service.postNotes ?? {}).flatMap((note) => (note.holdsPostText ? [note.forget] : []));
  const followed = removals.filter((name) => service.consumes.includes(name)).map((name) => eventTable[name]);
  if (hooks.length === 0) return ownSubscriptions;
  const forget = forgetter(hooks, platform, parts);
  return followed.reduce<readonly Subscription[]>((subscriptions, { topic, type }) => {
    const isOwn = (one: Subscription) => one.topic === topic && one.broadcast !== true;
    const all = subscriptions.some(isOwn)
      ? subscriptions
      : [...subscriptions, consume({ group: service.name, topic, handlers: {} })];
    return all.map((one) => (isOwn(one) ? thenForgetting(one, type, forget) : one));
  }, ownSubscriptions);
}

type Forget = (deliveries: readonly Delivery[]) => Promise<void>;

function forgetter(
  hooks: readonly ForgetPost[],
  { documents, event, clock, eraser }: Given['platform'],
  { relays = [] }: Given['parts'],
): Forget {
  return async (deliveries) => {
    const removed = deliveries.flatMap(({ record }) => removedIn(envelopeOf(record), clock.now()));
    for (const post of removed) for (const hook of hooks) await hook(post, { documents, event });
    if (removed.length === 0) return;
    for (const relay of relays) relay.notify();
    eraser.clearTraces();
  };
}

function thenForgetting(subscription: Subscription, type: string, forget: Forget): Subscription {
  const { handle, handleMany, types } = subscription;
  return {
    ...subscription,
    ...(types !== undefined && { types: new Set([...types, type]) }),
    handle: async (delivery) => {
      await handle(delivery);
      await forget([delivery]);
    },
    ...(handleMany !== undefined && {
      handleMany: async (deliveries: readonly Delivery[]) => {
        await handleMany(deliveries);
        await forget(deliveries);
      },
    }),
  };
}

function removedIn({ userId, occurredAt, payload }: Envelope, now: Date): RemovedPost[] {
  if (payload.case !== 'postRemoved' && payload.case !== 'leadPostRemoved') return [];
  const { source, postId, by } = payload.value;
  const lead = payload.case === 'leadPostRemoved' ? { userId, leadId: payload.value.leadId } : null;
  const at = occurredAt === undefined ? now : timestampDate(occurredAt);
  return [{ source, postId, by: removers[by], at, lead }];
}
