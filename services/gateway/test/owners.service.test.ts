import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';
import { answer, defineService, noSettings, publicRoute, route, sessionTarget, targetOf } from '@earshot/service-kit';
import { authContract, errorBody, leadContract, securityContract } from '@earshot/proto/http';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { gatewayService } from '../src/service.ts';

const time = '2026-11-21T12:00:00Z';
const nobody = { firstName: null, lastName: null, profileImageUrl: null, createdAt: time, updatedAt: time };
const facts = { ...nobody, authProvider: 'email', isEmailVerified: true } as const;
/** Administrators who have set up a factor. */
const needOf = (userId: string) => (withFactor.has(userId) ? {} : { needsFactor: true as const });
const withFactor = new Set<string>();
/** Answers with the headers that arrived. */
const echo: RequestHandler = (req, res) => void res.json(req.headers);
const nothing = { database: null, config: noSettings, calls: [], publishes: [], consumes: [] };

/** Signs in the account that the address names; `admin-...` is an administrator. */
const auth = defineService({
  ...nothing,
  name: 'auth',
  serves: [authContract.login, authContract.checkAdmin, securityContract.listAllSecurityEvents],
  start: async ({ tokens }) => ({
    mount: (app) => app.get(authContract.providers.path, echo),
    routes: [
      publicRoute(authContract.login, async ({ body: { email } }) => {
        const [id = ''] = email.split('@');
        const isAdmin = id.startsWith('admin-');
        const token = tokens.sign(sessionTarget('start'), { userId: id, admin: isAdmin });
        const headers = { 'x-earshot-session': token, 'x-earshot-session-action': 'start' };
        return answer({ ...facts, id, email, isAdmin }, { headers });
      }),
      route(authContract.checkAdmin, async ({ userId }) => ({ isAdmin: true, ...needOf(userId) })),
      route(securityContract.listAllSecurityEvents, async () => ({ events: [], next: null })),
    ],
  }),
});
const lead = defineService({
  ...nothing,
  name: 'lead',
  serves: [],
  start: async () => ({ mount: (app) => app.get(leadContract.listLeads.path, echo) }),
});

let services: TestServices;
beforeAll(async () => {
  const settings = { PORT: '0', EARSHOT_ADMIN_MFA: 'required' };
  const named = [idleService('realtime'), idleService('sandbox')];
  services = await startTestServices([auth, lead, ...named, gatewayService], { settings });
});
afterAll(() => services.stop());

const call = (path: string, headers: Record<string, string>) => fetch(services.urlOf('gateway') + path, { headers });

/** Signs in and resolves with the cookies. */
async function signedIn(name: string): Promise<string> {
  const body = JSON.stringify({ email: `${name}@example.test`, password: 'a quiet harbour' });
  const headers = { 'content-type': 'application/json' };
  const url = services.urlOf('gateway') + authContract.login.path;
  const response = await fetch(url, { method: 'POST', headers, body });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

describe('the owner of a call', () => {
  const received = async (path: string, headers: Record<string, string>) =>
    z.record(z.string(), z.string()).parse(await (await call(path, headers)).json());
  /** As valid as an outsider could ever get one. */
  const forged = () =>
    services.platformOf('gateway').tokens.sign(targetOf(authContract.providers), { userId: 'victim', admin: true });

  it('receives no header from outside by which services trust each other', async () => {
    const headers = await received(authContract.providers.path, {
      'x-earshot-token': forged(),
      'x-earshot-visit': 'forged',
      'x-earshot-origin': 'https://evil.example',
      'x-earshot-visitor': '203.0.113.1',
      'x-earshot-mail-address': 'victim@example.test',
      'x-user-id': 'victim',
      'x-forwarded-for': '203.0.113.1',
      traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
      'x-request-id': 'chosen-by-somebody-else',
    });
    expect(headers['x-earshot-visitor']).toBe('127.0.0.1');
    expect(headers['x-earshot-origin']).toBe(services.urlOf('gateway'));
    expect(
      Object.keys(headers)
        .filter((name) => /^x-(earshot|user|forwarded)|^trace/.test(name))
        .toSorted(),
    ).toEqual(['x-earshot-origin', 'x-earshot-visit', 'x-earshot-visitor']);
    expect(headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  });

  it('receives the user by a token for this call, and never the secret of the session', async () => {
    const cookie = await signedIn('user-one');
    const headers = await received(leadContract.listLeads.path, { cookie: `${cookie}; other=1` });
    expect(headers['cookie']).toBeUndefined();
    const { contract } = targetOf(leadContract.listLeads);
    const verified = services.platformOf('lead').tokens.verify(headers['x-earshot-token'] ?? '', contract);
    expect(verified).toMatchObject({ issuer: 'gateway', userId: 'user-one', admin: false });
  });
});

describe('a call for administrators', () => {
  const ask = async (cookie: string) => {
    const reply = await call(securityContract.listAllSecurityEvents.path, { cookie });
    return reply.ok ? reply.status : errorBody.parse(await reply.json()).code;
  };

  it('is refused to others before its owner sees it', async () => {
    expect(await ask(await signedIn('user-two'))).toBe('auth.forbidden');
    expect(services.securityLines().map(({ security }) => security)).not.toContain('internal-token');
  });

  it('where a factor is required, is served as soon as the administrator has one', async () => {
    const cookie = await signedIn('admin-one');
    expect(await ask(cookie)).toBe('auth.factor-required');
    withFactor.add('admin-one');
    expect(await ask(cookie)).toBe(200);
  });
});
