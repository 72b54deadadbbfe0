import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
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
    accountDeleted: (userId: string) => event({ userId, payload: { case: 'accountDeleted', value: {} } }),
    /** `keptSessionRef`: the session that changed the password continues. */
    passwordChanged: (userId: string, keptSessionRef?: string) => {
      const value = { ...(keptSessionRef !== undefined && { keptSessionRef }) };
      return event({ userId, payload: { case: 'passwordChanged', value } });
    },
    /** With `keptSessionRef`, all other sessions of the user end. */
    adminChanged: (userId: string, isAdmin: boolean, reason: AdminReason, keptSessionRef?: string) => {
      const value = { isAdmin, reason, ...(keptSessionRef !== undefined && { keptSessionRef }) };
      return event({ userId, payload: { case: 'adminChanged', value } });
    },
    modelChanged: () => event({ userId: '', key: 'model-server', payload: { case: 'modelChanged', value: {} } }),
    preferencesSaved: (userId: string) => event({ userId, payload: { case: 'preferencesSaved', value: {} } }),
    /** All sessions of the user from before now end. The role stays. */
    sessionsEnded: (userId: string, isAdmin: boolean) =>
      event({ userId, payload: { case: 'adminChanged', value: { isAdmin, endsSessions: true } } }),
  };
}
