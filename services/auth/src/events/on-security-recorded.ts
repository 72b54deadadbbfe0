import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { isSecurityEvent, securityOutcomes } from '@earshot/proto/security-events';
import type { SecurityEvent, SecurityEvents } from '../domain/security-events.ts';

/** Stores security events of all services. Events that this version does not know are in the log only. */
export function onSecurityRecorded(events: Pick<SecurityEvents, 'add'>) {
  return async (recorded: readonly EventOf<'securityRecorded'>[]): Promise<void> => {
    const known = recorded.flatMap((one) => securityEventOf(one) ?? []);
    if (known.length > 0) await events.add(known);
  };
}

function securityEventOf({ id, occurredAt, userId, payload }: EventOf<'securityRecorded'>): SecurityEvent | null {
  const { event, outcome: named, reason, network, count } = payload.value;
  const outcome = securityOutcomes.find((one) => one === named);
  if (!isSecurityEvent(event) || outcome === undefined || occurredAt === undefined) return null;
  return {
    id,
    at: timestampDate(occurredAt),
    event,
    outcome,
    reason: reason ?? null,
    network: network ?? null,
    userId: userId === '' ? null : userId,
    count,
  };
}
