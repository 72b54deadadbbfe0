import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';
import { answer, defineService, noSettings, publicRoute, route, sessionTarget } from '@earshot/service-kit';
import { until } from '@earshot/core/testing';
import { authContract, confirmContract } from '@earshot/proto/http';
import { ownSession } from '@earshot/proto/http/gateway';
import { request } from 'node:http';
import { z } from 'zod';
import { gatewayService } from '../src/service.ts';

const time = '2026-11-21T12:00:00Z';
const account = {
  id: 'user-1',
  email: 'user-1@example.test',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  authProvider: 'email',
  isEmailVerified: false,
  isAdmin: false,
  createdAt: time,
  updatedAt: time,
} as const;

/** Signs everybody in as the same user. */
const auth = defineService({
  name: 'auth',
  database: null,
  config: noSettings,
  serves: [authContract.login, confirmContract.confirmSession],
  calls: [],
  publishes: ['adminChanged'],
  consumes: [],
  start: async ({ tokens }) => ({
    routes: [
      publicRoute(authContract.login, async () =>
        answer(account, {
          headers: {
            'x-earshot-session': tokens.sign(sessionTarget('start'), { userId: 'user-1', admin: false }),
            'x-earshot-session-action': 'start',
          },
        }),
      ),
      route(confirmContract.confirmSession, async () =>
        answer(
          { message: 'confirmed' },
          {
            headers: {
              'x-earshot-session': tokens.sign(sessionTarget('confirm'), { userId: 'user-1', admin: false }),
              'x-earshot-session-action': 'confirm',
            },
          },
        ),
      ),
    ],
  }),
});
/** Only named: the gateway forwards sockets and pages to them. */
const named = [idleService('realtime'), idleService('sandbox')];

let services: TestServices;
beforeAll(async () => {
  const settings = {
    PORT: '0',
    TRUSTED_PROXIES: '1',
    DEV_ACCESS_PASSWORD: 'before the release',
  };
  services = await startTestServices([auth, ...named, gatewayService], { settings });
});
afterAll(() => services.stop());

const network = '203.0.113.9';
let pass = '';
async function call(path: string, { method = 'POST', cookie = pass, headers = {}, body = {} } = {}) {
  return fetch(services.urlOf('gateway') + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, cookie, ...headers },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
}
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
async function recorded(act: () => Promise<unknown>) {
  const position = services.securityLines().length;
  await act();
  return services.securityLines().slice(position);
}
async function signedIn() {
  const response = await call('/api/auth/login', { body: { email: 'user-1@example.test', password: 'correct horse' } });
  expect(response.status).toBe(200);
  return `${pass}; ${cookieOf(response)}`;
}

/** Opens a socket and resolves with the status of the refusal. */
function handshake(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = `${services.urlOf('gateway')}/ws`;
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'x-forwarded-for': network };
    request(url, { headers: { ...upgrade, ...headers } })
      .on('response', (response) => resolve(response.statusCode))
      .on('error', reject)
      .end();
  });
}

describe('the gateway records', () => {
  it('passwords at the development gate', async () => {
    const enter = (password: string) => call('/api/dev-auth', { body: { password } });
    const lines = await recorded(async () => {
      await enter('wrong');
      pass = cookieOf(await enter('before the release'));
    });
    expect(lines).toMatchObject([
      { security: 'gate-password', outcome: 'failure', reason: 'wrong-secret', network },
      { security: 'gate-password', outcome: 'success', network },
    ]);
  });

  it.each([
    ['call', () => call('/api/auth/login', { headers: { origin: 'https://evil.example' } }), 403],
    ['call', () => call('/api/auth/login', { headers: { 'sec-fetch-site': 'cross-site' } }), 403],
    ['sandbox', () => call('/sandbox/api/v1/authorize', { headers: { origin: 'https://evil.example' } }), 403],
  ])('a cross-origin %s', async (reason, act, status) => {
    const lines = await recorded(async () => expect((await act()).status).toBe(status));
    expect(lines).toMatchObject([{ security: 'cross-origin-call', outcome: 'refused', reason, network }]);
    expect(lines[0]?.requestId).toEqual(expect.any(String));
  });

  it('a cross-origin socket', async () => {
    const lines = await recorded(async () => {
      expect(await handshake({ origin: 'https://evil.example', cookie: pass })).toBe(403);
    });
    expect(lines).toMatchObject([{ security: 'cross-origin-call', outcome: 'refused', reason: 'socket', network }]);
  });

  it('a call for administrators by somebody else', async () => {
    const cookie = await signedIn();
    const lines = await recorded(async () => {
      expect((await call('/api/admin/security-events', { method: 'GET', cookie })).status).toBe(403);
    });
    expect(lines).toMatchObject([
      { security: 'forbidden-call', outcome: 'refused', reason: 'not-administrator', network },
    ]);
    expect(lines[0]?.account).toEqual(expect.any(String));
  });

  it('a sign-out once, with the account by its hash', async () => {
    const cookie = await signedIn();
    const lines = await recorded(async () => {
      await call('/api/auth/logout', { cookie });
      await call('/api/auth/logout', { cookie });
    });
    expect(lines).toMatchObject([{ security: 'sign-out', outcome: 'success', network, account: expect.any(String) }]);
    expect(lines[0]?.account).not.toContain('user-1');
  });

  it('the end of one session and of the others', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const list = await call('/api/auth/sessions', { method: 'GET', cookie: there });
    const [, other] = z.array(ownSession).parse(await list.json());
    const id = other?.id ?? '';
    await call('/api/auth/confirm', { cookie: there, body: { password: 'correct horse' } });
    const lines = await recorded(async () => {
      expect((await call(`/api/auth/sessions/${id}`, { method: 'DELETE', cookie: there })).status).toBe(204);
      expect((await call('/api/auth/sessions', { method: 'DELETE', cookie: there })).status).toBe(204);
    });
    expect((await call('/api/auth/sessions', { method: 'GET', cookie: here })).status).toBe(401);
    expect(lines).toMatchObject([
      { security: 'sessions-ended', outcome: 'success', reason: 'one', network },
      { security: 'sessions-ended', outcome: 'success', reason: 'others', network },
    ]);
  });

  it('grants and revocations of the administrator role, whoever made them', async () => {
    const { bus, event } = services.platformOf('auth');
    const change = async (isAdmin: boolean, reason: string) => {
      const changed = event({ userId: 'user-1', payload: { case: 'adminChanged', value: { isAdmin, reason } } });
      await bus.publish([changed.record]);
    };
    const lines = await recorded(async () => {
      const position = services.securityLines().length;
      await change(true, 'link');
      await change(false, 'command');
      await until('both', () => (services.securityLines().length >= position + 2 ? true : undefined));
    });
    expect(lines).toMatchObject([
      { security: 'admin-granted', outcome: 'success', reason: 'link' },
      { security: 'admin-revoked', outcome: 'success', reason: 'command' },
    ]);
  });
});
