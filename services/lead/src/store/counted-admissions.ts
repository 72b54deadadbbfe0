import type { Clock, Meters } from '@earshot/core';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { AdmissionDependencies, RefusalReason } from '../domain/admit-found-posts.ts';

type Counted = Pick<AdmissionDependencies, 'leads' | 'quotas' | 'leadRefused'>;

/**
 * Counts stored leads and saved refusals, and times the leads that were heard. A decision that is retried on a newer quota
 * counts once.
 */
export function countedAdmissions({ leads, quotas, leadRefused }: Counted, clock: Clock, meters: Meters): Counted {
  const created = meters.counter('leadsCreated');
  const seconds = meters.histogram('heardLeadSeconds');
  const refused = meters.counter('leadsRefused');
  const reasons = new WeakMap<OutgoingEvent, RefusalReason>();
  return {
    leads: {
      ...leads,
      insert: async (admitted, origin) => {
        const there = await leads.insert(admitted, origin);
        created.add({ origin }, admitted.length - there.length);
        const now = clock.now().getTime();
        for (const one of admitted)
          if (one.heardAt !== null && !there.includes(one)) seconds.observe({}, (now - one.heardAt.getTime()) / 1000);
        return there;
      },
    },
    quotas: {
      ...quotas,
      save: async (userId, version, quota, events) => {
        const saved = await quotas.save(userId, version, quota, events);
        const published = saved ? events : [];
        for (const event of published) {
          const reason = reasons.get(event);
          if (reason !== undefined) refused.add({ reason });
        }
        return saved;
      },
    },
    leadRefused: (refusal) => {
      const event = leadRefused(refusal);
      reasons.set(event, refusal.reason);
      return event;
    },
  };
}
