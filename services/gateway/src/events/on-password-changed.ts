import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import type { Sessions } from '../domain/session.ts';
import { endSessions } from '../domain/session.ts';

/**
 * Sessions from before a new password end, but the one that set it. auth's answer asked for that already, and may have
 * been lost on its way: whoever had the old password would stay signed in.
 */
export function onPasswordChanged(deps: { sessions: Pick<Sessions, 'list' | 'end'>; clock: Clock }) {
  return async ({ id, userId, occurredAt, payload }: EventOf<'passwordChanged'>): Promise<void> => {
    if (occurredAt === undefined) throw new Error(`password.changed ${id} does not tell its time`);
    const ending = { userId, except: payload.value.keptSessionRef, startedBefore: timestampDate(occurredAt) };
    await endSessions(ending, { sessions: deps.sessions, now: deps.clock.now() });
  };
}
