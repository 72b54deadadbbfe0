import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import type { Sessions } from '../domain/session.ts';

/** Applies a change of the administrator role to all sessions of the user. */
export function onAdminChanged({ sessions, clock }: { sessions: Pick<Sessions, 'changeAdmin'>; clock: Clock }) {
  return async ({ id, userId, occurredAt, payload }: EventOf<'adminChanged'>): Promise<void> => {
    if (occurredAt === undefined) throw new Error(`admin.changed ${id} has no occurredAt`);
    const change = { userId, admin: payload.value.isAdmin, at: timestampDate(occurredAt) };
    await sessions.changeAdmin(change, clock.now());
  };
}
