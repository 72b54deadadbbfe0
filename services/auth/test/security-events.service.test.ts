import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestServices } from '@earshot/testing';
import { defineService, noSettings, route, visitorHeader } from '@earshot/service-kit';
import { until } from '@earshot/core/testing';
import { authContract, discoveryContract, securityContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { adminSecurityEventView, securityEventView } from '@earshot/proto/http/security';
import { securityEventDays } from '@earshot/proto/security-events';
import { z } from 'zod';
import { authService } from '../src/service.ts';
import { authModels } from '../src/store/models.ts';
import { gatewayStandIn, mailTo, tokenIn } from './support.ts';

const password = 'correct horse';
const network = '192.0.2.7';
const headers = { [visitorHeader]: network };

/** Deleting an account calls the discovery service. */
const discovery = defineService({
  name: 'discovery',
  database: null,
  config: noSettings,
  serves: [discoveryContract.forgetAddress],
  calls: [],
  publishes: [],
  consumes: [],
  start: async () => ({ routes: [route(discoveryContract.forgetAddress, async () => undefined)] }),
});

const services = await startTestServices([gatewayStandIn, discovery, authService]);
afterAll(() => services.stop());

let people = 0;
const newEmail = () => `person.${(people += 1)}@example.test`;
const post = <E extends typeof authContract.login | typeof authContract.register>(endpoint: E, body: unknown) =>
  services.fetch(endpoint, { userId: null, body, headers });
async function registered() {
  const email = newEmail();
  const { body } = await post(authContract.register, { email, password });
  return { email, id: user.parse(body).id };
}

const ownPage = z.object({ events: z.array(securityEventView), next: z.string().nullable() });
const adminPage = z.object({ events: z.array(adminSecurityEventView), next: z.string().nullable() });
async function own(userId: string, query: Record<string, string> = {}) {
  const { body } = await services.fetch(securityContract.listSecurityEvents, { userId, query });
  return ownPage.parse(body);
}
async function all(query: Record<string, string>) {
  const { body } = await services.fetch(securityContract.listAllSecurityEvents, {
    userId: 'admin',
    admin: true,
    query,
  });
  return adminPage.parse(body).events;
}
/** The user's stored events, oldest first, once there are `count`. */
const stored = (userId: string, count: number) =>
  until(`${count} events`, async () => {
    const { events } = await own(userId);
    return events.length >= count ? events.toReversed() : undefined;
  });
const linesSince = (position: number) => services.securityLines().slice(position);

describe('the account’s own events', () => {
  it('lists the creation, a wrong and a right sign-in with network and reason', async () => {
    const { email, id } = await registered();
    await post(authContract.login, { email, password: 'wrong horse' });
    await post(authContract.login, { email, password });
    expect(await stored(id, 3)).toMatchObject([
      { event: 'account-created', outcome: 'success', reason: null, network, count: 1 },
      { event: 'sign-in', outcome: 'failure', reason: 'wrong-secret', network },
      { event: 'sign-in', outcome: 'success', reason: null, network },
    ]);
  });

  it('lists a password change, its failure, the export, and a reset with its mail', async () => {
    const { email, id } = await registered();
    const change = (currentPassword: string) =>
      services.fetch(authContract.changePassword, {
        userId: id,
        body: { currentPassword, newPassword: 'a new harbour' },
        headers,
      });
    await change('wrong horse');
    await change(password);
    const file = await services.open(authContract.exportUser, { userId: id, headers });
    // The other services, which hold the rest of the data, do not run here.
    await file.body?.cancel();
    await services.fetch(authContract.forgotPassword, { userId: null, body: { email }, headers });
    const token = tokenIn(await mailTo(services, email, 'new Earshot password'));
    await services.fetch(authContract.resetPassword, {
      userId: null,
      body: { token, password: 'another harbour' },
      headers,
    });
    const events = await stored(id, 6);
    expect(events.map(({ event, outcome, reason }) => [event, outcome, reason])).toEqual([
      ['account-created', 'success', null],
      ['password-changed', 'failure', 'wrong-secret'],
      ['password-changed', 'success', null],
      ['data-exported', 'success', null],
      ['password-reset-mailed', 'success', null],
      ['password-reset-used', 'success', null],
    ]);
  });

  it('come in pages, newest first, and are never those of others', async () => {
    const [mine, others] = [await registered(), await registered()];
    for (let time = 1; time <= 3; time += 1) {
      await post(authContract.login, { email: mine.email, password });
      await services.fetch(authContract.login, {
        userId: null,
        body: { email: mine.email, password },
        headers: { [visitorHeader]: `198.51.100.${time}` },
      });
    }
    await stored(mine.id, 5);
    await stored(others.id, 1);
    const first = await own(mine.id, { limit: '3' });
    expect(first.events.map((event) => event.network)).toEqual(['198.51.100.3', '198.51.100.2', '198.51.100.1']);
    const second = await own(mine.id, { limit: '3', before: first.next ?? '' });
    expect([second.events.length, second.next]).toEqual([2, null]);
    expect(await own(others.id)).toMatchObject({ events: [{ event: 'account-created' }], next: null });
  });
});

describe('the log', () => {
  it('has no address, no name and no id, and the same hash for the same account', async () => {
    const position = services.securityLines().length;
    const { email, id } = await registered();
    await post(authContract.login, { email, password });
    const lines = linesSince(position);
    expect(lines.map(({ security }) => security)).toEqual(['account-created', 'sign-in']);
    expect(new Set(lines.map(({ account }) => account)).size).toBe(1);
    expect(lines[0]).toMatchObject({ account: expect.any(String), requestId: expect.any(String), network });
    expect(JSON.stringify(lines)).not.toContain(id);
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  it('has every refused sign-in, of which equal ones are stored together', async () => {
    const position = services.securityLines().length;
    const email = newEmail();
    for (let time = 1; time <= 14; time += 1) await post(authContract.login, { email, password });
    const reasons = linesSince(position).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'wrong-secret')).toHaveLength(10);
    expect(reasons.filter((reason) => reason === 'rate-limited')).toHaveLength(4);
    const refused = () => all({ event: 'sign-in', outcome: 'refused', network });
    const events = await until('the refusal', async () => {
      const found = await refused();
      return found.length > 0 ? found : undefined;
    });
    expect(events).toMatchObject([{ count: 1, account: null, reason: 'rate-limited' }]);
  });

  it('does not reveal whether a reset was requested for an account', async () => {
    const position = services.securityLines().length;
    await services.fetch(authContract.forgotPassword, { userId: null, body: { email: newEmail() }, headers });
    expect(linesSince(position)).toMatchObject([{ security: 'password-reset-requested', outcome: 'success' }]);
    expect(linesSince(position)[0]?.account).toBeUndefined();
  });
});

describe('the list of administrators', () => {
  it('is for administrators only, and a refusal is recorded', async () => {
    const position = services.securityLines().length;
    const { status } = await services.fetch(securityContract.listAllSecurityEvents, { userId: 'u1' });
    expect(status).toBe(403);
    expect(linesSince(position)).toMatchObject([
      { security: 'internal-token', outcome: 'refused', reason: 'not-administrator' },
    ]);
  });

  it('filters by event, outcome, account, network and time', async () => {
    const { email, id } = await registered();
    await post(authContract.login, { email, password: 'wrong horse' });
    await stored(id, 2);
    const account = { id, email };
    const kinds = async (query: Record<string, string>) => (await all(query)).map(({ event }) => event);
    expect(await kinds({ account: email })).toEqual(['sign-in', 'account-created']);
    expect(await kinds({ account: id, event: 'sign-in' })).toEqual(['sign-in']);
    expect(await all({ account: email, outcome: 'failure', network })).toMatchObject([{ account }]);
    expect(await kinds({ account: email, network: '203.0.113.1' })).toEqual([]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await kinds({ account: email, from: later })).toEqual([]);
    expect(await kinds({ account: email, to: later })).toHaveLength(2);
    expect(await kinds({ account: 'nobody@example.test' })).toEqual([]);
  });

  it.each([{ event: 'sign-up' }, { outcome: 'won' }, { from: 'yesterday' }, { limit: '101' }])(
    'refuses %j',
    async (query) => {
      const call = { userId: 'admin', admin: true, query };
      expect((await services.fetch(securityContract.listAllSecurityEvents, call)).status).toBe(400);
    },
  );
});

describe('deleting an account', () => {
  it('deletes its events, and keeps the deletion without account and network', async () => {
    const { id } = await registered();
    await stored(id, 1);
    const position = services.securityLines().length;
    await services.fetch(authContract.deleteUser, { userId: id, headers });
    expect(linesSince(position)).toMatchObject([{ security: 'account-deleted', network, account: expect.any(String) }]);
    const events = authModels(services.platformOf('auth').documents).securityEvent;
    await until('the deletion', async () => ((await events.countDocuments({ userId: id })) === 0 ? true : undefined));
    const deletion = await until('the event', async () => (await all({ event: 'account-deleted' }))[0]);
    expect(deletion).toMatchObject({ outcome: 'success', account: null, network: null });
    expect(JSON.stringify(await events.find().lean())).not.toContain(id);
  });
});

it('events are kept for 90 days', () => {
  const indexes = authModels(services.platformOf('auth').documents).securityEvent.schema.indexes();
  const [, lifetime] = indexes.find(([, options]) => options.expireAfterSeconds !== undefined) ?? [];
  expect(lifetime?.expireAfterSeconds).toBe(securityEventDays * 86_400);
  expect(securityEventDays).toBe(90);
});
