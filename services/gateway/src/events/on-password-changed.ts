import type { Clock } from '@earshot/core';
import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { endSessions, type Sessions } from '../domain/session.ts';

/**
 * Ends the sessions that started before a password change, except the one that made it. auth's answer already requests
 * this, but may have been lost; then a person with the old password would stay signed in.
 */
export function onPasswordChanged(deps: { sessions: Pick<Sessions, 'list' | 'end'>; clock: Clock }) {
  return async ({ id, userId, occurredAt, payload }: EventOf<'passwordChanged'>): Promise<void> => {
    if (occurredAt === undefined) throw new Error(`password.changed ${id} has no occurredAt`);
    const ending = { userId, except: payload.value.keptSessionRef, startedBefore: timestampDate(occurredAt) };
    await endSessions(ending, { sessions: deps.sessions, now: deps.clock.now() });
  };
}
