import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import type { User } from '../domain/user.ts';

/** What the auth service tells, as events in its name: ids alone, never an address or a name. */
export function accountEvents(event: (facts: EventFacts) => OutgoingEvent) {
  return {
    /** `visitor` is the cookie of the public search, where there was one. */
    userRegistered: ({ id: userId, authProvider }: User, visitor: string | null) => {
      const value = { authProvider, ...(visitor !== null && { visitor }) };
      return event({ userId, payload: { case: 'userRegistered', value } });
    },
    accountDeleted: (userId: string) => event({ userId, payload: { case: 'accountDeleted', value: {} } }),
    /** `keptSessionRef`: the session that changed it goes on. */
    passwordChanged: (userId: string, keptSessionRef?: string) => {
      const value = { ...(keptSessionRef !== undefined && { keptSessionRef }) };
      return event({ userId, payload: { case: 'passwordChanged', value } });
    },
    adminChanged: (userId: string, isAdmin: boolean) =>
      event({ userId, payload: { case: 'adminChanged', value: { isAdmin } } }),
  };
}
