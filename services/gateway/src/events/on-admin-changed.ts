import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import type { Sessions } from '../domain/session.ts';

/** Who became administrator, or is none any longer, is so in all sessions at once. */
export function onAdminChanged({ sessions, clock }: { sessions: Pick<Sessions, 'changeAdmin'>; clock: Clock }) {
  return async ({ id, userId, occurredAt, payload }: EventOf<'adminChanged'>): Promise<void> => {
    if (occurredAt === undefined) throw new Error(`admin.changed ${id} does not tell its time`);
    const change = { userId, admin: payload.value.isAdmin, at: timestampDate(occurredAt) };
    await sessions.changeAdmin(change, clock.now());
  };
}
