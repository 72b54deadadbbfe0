import { type Delivery, OutageError, type Subscription, underCauseOf } from '@earshot/event-bus';
import { documentsAway } from '../documents/documents-away.ts';
import type { Logger, Meters } from '@earshot/core';
import { knownEventType } from './event-type.ts';

/** Writes one log line and one measurement per handler call, and counts each delivery and each dead letter. */
export function measured(subscription: Subscription, meters: Meters, log: Logger): Subscription {
  const { group, topic, handleMany } = subscription;
  const meter = meterOf(subscription, meters);
  const watch = async (deliveries: readonly Delivery[], handle: () => Promise<void>) => {
    const startedAt = performance.now();
    const [first] = deliveries;
    const several = deliveries.length === 1 ? {} : { records: deliveries.length };
    const facts = { group, topic, type: first?.record.headers['type'], attempt: first?.attempt, ...several };
    const writeLog = (write: () => void) => (first === undefined ? write() : underCauseOf(first.record, write));
    const tookMs = () => performance.now() - startedAt;
    try {
      await handle();
      meter(deliveries, 'ok', tookMs());
      const ms = Math.round(tookMs());
      writeLog(() => log.info({ ...facts, ms }, 'event'));
    } catch (err) {
      const isAway = documentsAway(err);
      meter(deliveries, isAway || err instanceof OutageError ? 'postponed' : 'failed', tookMs());
      if (isAway) {
        const reason = err instanceof Error ? err.message : String(err);
        writeLog(() => log.warn({ ...facts, reason }, 'event waits for the database'));
        throw new OutageError('the database', err);
      }
      writeLog(() => log.warn({ ...facts, err, last: first?.lastAttempt }, 'event failed'));
      throw err;
    }
  };
  return {
    ...subscription,
    handle: (delivery) => watch([delivery], () => subscription.handle(delivery)),
    ...(handleMany !== undefined && {
      handleMany: (deliveries) => watch(deliveries, () => handleMany(deliveries)),
    }),
    onDeadLetter: () => meters.counter('deadLetters').add({ group, topic }),
  };
}

type Outcome = 'ok' | 'failed' | 'postponed';

function meterOf({ group, topic, types }: Subscription, meters: Meters) {
  const handled = meters.counter('eventsHandled');
  const seconds = meters.histogram('eventSeconds');
  meters.counter('deadLetters').add({ group, topic }, 0);
  for (const outcome of ['ok', 'failed', 'postponed'] as const) handled.add({ group, topic, outcome }, 0);
  return (deliveries: readonly Delivery[], outcome: Outcome, ms: number) => {
    const type = deliveries.map(typeOf).find((one) => types?.has(one) ?? true);
    if (type !== undefined) seconds.observe({ group, topic, type, outcome }, ms / 1000);
    // A batch that failed is delivered again record by record, and each record is counted then.
    if (outcome === 'ok' || deliveries.length === 1) handled.add({ group, topic, outcome }, deliveries.length);
  };
}

function typeOf({ record }: Delivery): string {
  return knownEventType(record.headers['type']);
}
