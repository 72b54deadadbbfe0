import type { Clock } from '@earshot/core';
import type { OutgoingEvent } from '@earshot/event-bus';
import { answer, type InternalTokens, type Route, route, type SecurityLog, sessionTarget } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import type { AccountDeletions } from '../domain/delete-account.ts';
import type { Notices } from '../domain/mails/notices.ts';

/** Deletes the user's account. Can be repeated, for example from a second tab. */
export function deletionRoutes(deps: {
  accounts: AccountDeletions;
  notices: Notices;
  tokens: InternalTokens;
  clock: Clock;
  security: SecurityLog;
  accountDeleted: (userId: UserId) => OutgoingEvent;
  /** Called after each write that carried events. */
  saved: () => void;
}): Route[] {
  const { accounts, notices, tokens, clock, security, accountDeleted, saved } = deps;
  return [
    route(authContract.deleteUser, async ({ userId, request }) => {
      const to = await accounts.addressOf(userId);
      const events = [accountDeleted(userId)];
      const isDeleted = await accounts.markDeleted(userId, { now: clock.now(), events });
      if (isDeleted) security.record({ event: 'account-deleted', outcome: 'success', userId, network: request.ip });
      saved();
      if (isDeleted && to !== null) await notices.send('account-deleted', { userId, network: request.ip, to });
      const headers = {
        'x-earshot-session': tokens.sign(sessionTarget('end-all'), { userId, admin: false }),
        'x-earshot-session-action': 'end-all',
      };
      return answer(undefined, { headers });
    }),
  ];
}
