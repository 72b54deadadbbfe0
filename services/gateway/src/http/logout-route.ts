import type { Platform, Route } from '@earshot/platform';
import { answer, publicRoute } from '@earshot/platform';
import { gatewayContract } from '@earshot/proto/http';
import type { Sessions } from '../domain/session.ts';
import { recognise } from '../domain/visitor.ts';
import type { SessionCookies } from './session-cookies.ts';

interface Options {
  readonly platform: Pick<Platform, 'clock'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** Ends the session at once, here and on the browser; without one it does nothing, as twice. */
export function logoutRoute({ platform: { clock }, sessions, cookies }: Options): Route {
  return publicRoute(gatewayContract.logout, async ({ request }) => {
    const session = await recognise(cookies.read(request.header('cookie')), { sessions, clock });
    if (session !== null) await sessions.end(session, clock.now());
    return answer(undefined, { status: 204, headers: { 'Set-Cookie': cookies.end() } });
  });
}
