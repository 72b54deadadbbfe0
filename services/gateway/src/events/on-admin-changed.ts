import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import type { SecurityLog } from '@earshot/service-kit';
import type { Sessions } from '../domain/session.ts';

const reasons = ['command', 'listed-address', 'link'] as const;

/** Applies a change of the administrator role to all sessions of the user, and records it. */
export function onAdminChanged({
  sessions,
  clock,
  security,
}: {
  sessions: Pick<Sessions, 'changeAdmin'>;
  clock: Clock;
  security: SecurityLog;
}) {
  return async ({ id, userId, occurredAt, payload }: EventOf<'adminChanged'>): Promise<void> => {
    if (occurredAt === undefined) throw new Error(`admin.changed ${id} has no occurredAt`);
    const change = { userId, admin: payload.value.isAdmin, at: timestampDate(occurredAt) };
    await sessions.changeAdmin(change, clock.now());
    if (change.admin) {
      const reason = reasons.find((known) => known === payload.value.reason);
      security.record({ event: 'admin-granted', outcome: 'success', reason, userId });
    } else security.record({ event: 'admin-revoked', outcome: 'success', reason: 'command', userId });
  };
}
