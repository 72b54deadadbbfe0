import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import type { SecurityLog } from '@earshot/service-kit';
import type { UserId } from '@earshot/proto/refs';
import { endSessions, type Sessions } from '../domain/session.ts';

const reasons = ['command', 'listed-address', 'link'] as const;

/** A sign-in that was under way when an administrator ended the sessions started a session up to this much later. */
const underWayMs = 5_000;

/**
 * Applies a change of the administrator role to the sessions of the user, and records it. If the event names a session
 * to keep, the others end first, so that they never have the role: they may belong to another person. If the event
 * ends all sessions, the role stays, and auth has recorded the end.
 */
export function onAdminChanged(deps: {
  sessions: Pick<Sessions, 'changeAdmin' | 'list' | 'end'>;
  clock: Clock;
  security: SecurityLog;
}) {
  const { sessions, clock } = deps;
  return async ({ id, userId, occurredAt, payload }: EventOf<'adminChanged'>): Promise<void> => {
    if (occurredAt === undefined) throw new Error(`admin.changed ${id} has no occurredAt`);
    const { isAdmin: admin, keptSessionRef: except, endsSessions, reason } = payload.value;
    const at = timestampDate(occurredAt);
    if (endsSessions === true) {
      const startedBefore = new Date(at.getTime() + underWayMs);
      return endSessions({ userId, startedBefore }, { sessions, now: clock.now() });
    }
    if (except !== undefined) await endSessions({ userId, except, startedBefore: at }, { sessions, now: clock.now() });
    await sessions.changeAdmin({ userId, admin, at }, clock.now());
    recordChange({ userId, admin, reason }, deps);
  };
}

function recordChange(
  { userId, admin, reason }: { userId: UserId; admin: boolean; reason: string | undefined },
  { security }: { readonly security: SecurityLog },
): void {
  const facts = { outcome: 'success', userId } as const;
  if (admin) security.record({ ...facts, event: 'admin-granted', reason: reasons.find((known) => known === reason) });
  else security.record({ ...facts, event: 'admin-revoked', reason: 'command' });
}
