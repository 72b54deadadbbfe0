import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { AdminReason } from '../domain/account-changes.ts';
import type { User } from '../domain/user.ts';

/** Creates the auth service's events. They contain ids only, never addresses or names. */
export function accountEvents(event: (facts: EventFacts) => OutgoingEvent) {
  return {
    /** `visitor` is the public search's cookie, if any. */
    userRegistered: ({ id: userId, authProvider }: User, visitor: string | null) => {
      const value = { authProvider, ...(visitor !== null && { visitor }) };
      return event({ userId, payload: { case: 'userRegistered', value } });
    },
    accountDeleted: (userId: UserId) => event({ userId, payload: { case: 'accountDeleted', value: {} } }),
    /** `keptSessionRef`: the session that changed the password continues. */
    passwordChanged: (userId: UserId, keptSessionRef?: string) => {
      const value = { ...(keptSessionRef !== undefined && { keptSessionRef }) };
      return event({ userId, payload: { case: 'passwordChanged', value } });
    },
    /** With `keptSessionRef`, all other sessions of the user end. */
    adminChanged: (userId: UserId, isAdmin: boolean, reason: AdminReason, keptSessionRef?: string) => {
      const value = { isAdmin, reason, ...(keptSessionRef !== undefined && { keptSessionRef }) };
      return event({ userId, payload: { case: 'adminChanged', value } });
    },
    modelChanged: () => event({ userId: '', key: 'model-server', payload: { case: 'modelChanged', value: {} } }),
    preferencesSaved: (userId: UserId) => event({ userId, payload: { case: 'preferencesSaved', value: {} } }),
    /** All sessions of the user from before now end. The role stays. */
    sessionsEnded: (userId: UserId, isAdmin: boolean) =>
      event({ userId, payload: { case: 'adminChanged', value: { isAdmin, endsSessions: true } } }),
  };
}
