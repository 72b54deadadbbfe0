import { appError } from '@earshot/core';
import { answer, type Input, type Platform, publicRoute, type Route, route } from '@earshot/service-kit';
import type { OwnSession } from '@earshot/proto/http/gateway';
import { type Endpoint, gatewayContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import { endSessions, expiryOf, type Session, type Sessions } from '../domain/session.ts';
import { recognise } from '../domain/visitor.ts';
import type { SessionCookies } from './session-cookies.ts';

interface Options {
  readonly platform: Pick<Platform, 'clock' | 'security'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** Sign-out, and the list and end of a user's sessions. */
export function sessionRoutes({ platform: { clock, security }, sessions, cookies }: Options): Route[] {
  const currentOf = ({ request }: Pick<Input<Endpoint>, 'request'>) =>
    recognise(cookies.read(request.header('cookie')), { sessions, clock });
  const ended = (here: boolean) =>
    answer(undefined, { status: 204, ...(here && { headers: { 'Set-Cookie': cookies.end() } }) });
  const recordEnd = (reason: 'one' | 'others', { userId, request }: Input<Endpoint> & { userId: UserId }) =>
    security.record({ event: 'sessions-ended', outcome: 'success', reason, userId, network: request.ip });
  return [
    // Without a session it does nothing, so that it can be repeated.
    publicRoute(gatewayContract.logout, async (input) => {
      const session = await currentOf(input);
      if (session !== null && (await sessions.end(session, clock.now()))) {
        const { userId } = session;
        security.record({ event: 'sign-out', outcome: 'success', userId, network: input.request.ip });
      }
      return ended(true);
    }),
    route(gatewayContract.listSessions, async (input) => {
      const [current, own] = [await currentOf(input), await sessions.list(input.userId, clock.now())];
      return own.map((session) => present(session, current));
    }),
    route(gatewayContract.endSession, async (input) => {
      const now = clock.now();
      const [current, session] = [await currentOf(input), await sessions.find(input.params.id, now)];
      const own = session?.userId === input.userId ? session : null;
      if (own === null || !(await sessions.end(own, now))) throw appError('session.not-found');
      recordEnd('one', input);
      return ended(own.sid === current?.sid);
    }),
    route(gatewayContract.endOtherSessions, async (input) => {
      const current = await currentOf(input);
      await endSessions({ userId: input.userId, except: current?.sid }, { sessions, now: clock.now() });
      recordEnd('others', input);
      return ended(false);
    }),
  ];
}

function present(session: Session, current: Session | null): OwnSession {
  return {
    id: session.sid,
    current: session.sid === current?.sid,
    userAgent: session.userAgent,
    createdAt: session.startedAt.toISOString(),
    lastUsedAt: session.usedAt.toISOString(),
    expiresAt: expiryOf(session).toISOString(),
  };
}
