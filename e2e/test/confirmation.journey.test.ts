import { allServices } from '@earshot/all-in-one/services';
import { startTestServices } from '@earshot/testing';
import { errorBody } from '@earshot/proto/http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { newEmail, Visitor } from '../src/visitor.ts';

const password = 'a quiet harbour';
// Not in the past: the database deletes expired documents by the system clock.
let nowMs = Date.now();
const clock = { now: () => new Date(nowMs) };
const minuteMs = 60_000;

const two = allServices.filter(({ name }) => name === 'auth' || name === 'gateway');
const services = await startTestServices(two, { clock, settings: { PORT: '0', CALLS_PER_MINUTE: '1000000' } });
afterAll(() => services.stop());

const registered = (email?: string) => Visitor.registered(services.urlOf('gateway'), email);
const post = (visitor: Visitor, path: string, body: object = {}) => visitor.ask(path, { method: 'POST', body });
/** A sensitive call without an effect: there is no provider to link. */
const linking = async (visitor: Visitor) => errorBody.parse((await post(visitor, '/api/auth/provider')).body).code;
const allowed = 'auth.provider-unavailable';

describe('POST /api/auth/confirm', () => {
  it('opens sensitive actions to this session for 10 minutes; signing in does not', async () => {
    const email = newEmail('careful');
    const own = await registered(email);
    const other = new Visitor(own.url);
    expect((await post(other, '/api/auth/login', { email, password })).status).toBe(200);
    expect([await linking(own), await linking(other)]).toEqual(['auth.confirm', 'auth.confirm']);
    await own.confirm();
    expect([await linking(own), await linking(other)]).toEqual([allowed, 'auth.confirm']);
    nowMs += 10 * minuteMs - 1;
    expect(await linking(own)).toBe(allowed);
    nowMs += 1;
    expect(await linking(own)).toBe('auth.confirm');
  });

  it('counts for one session only: signing in again starts without it', async () => {
    const email = newEmail('again');
    const own = await (await registered(email)).confirm();
    expect(await linking(own)).toBe(allowed);
    expect((await post(own, '/api/auth/login', { email, password })).status).toBe(200);
    expect(await linking(own)).toBe('auth.confirm');
  });

  it('is not required to list the sessions or to end one', async () => {
    const email = newEmail('lists');
    const own = await registered(email);
    await post(new Visitor(own.url), '/api/auth/login', { email, password });
    expect((await own.ask('/api/auth/sessions')).status).toBe(200);
    expect((await own.ask('/api/auth/sessions/nothing', { method: 'DELETE' })).status).toBe(404);
  });

  it('refuses a wrong password, and after ten of them the right one too', async () => {
    const own = await registered();
    for (let time = 1; time <= 10; time += 1) {
      const reply = await post(own, '/api/auth/confirm', { password: 'not the password' });
      expect([reply.status, reply.body]).toMatchObject([
        400,
        { code: 'auth.wrong-password', message: 'The password is not right' },
      ]);
    }
    const refused = await post(own, '/api/auth/confirm', { password });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await linking(own)).toBe('auth.confirm');
  });

  it('answers alike for an account without a password', async () => {
    const own = await registered();
    await services.platformOf('auth').documents.model('User').updateOne({ _id: own.userId }, { passwordHash: null });
    const reply = await post(own, '/api/auth/confirm', { password });
    expect([reply.status, reply.body]).toMatchObject([400, { message: 'The password is not right' }]);
    expect((await own.ask('/api/auth/confirm')).body).toEqual({ methods: [], provider: 'Sandbox ID' });
  });
});
