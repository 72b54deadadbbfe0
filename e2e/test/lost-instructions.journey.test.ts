import { allServices } from '@earshot/all-in-one/services';
import { until } from '@earshot/core/testing';
import { startTestServices } from '@earshot/testing';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { afterAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { linkIn } from '../src/mailbox.ts';
import { Visitor } from '../src/visitor.ts';

const two = allServices.filter(({ name }) => name === 'auth' || name === 'gateway');
const services = await startTestServices(two, { settings: { PORT: '0' } });
afterAll(() => services.stop());

const password = 'correct horse';

async function signedIn() {
  const email = `${randomUUID().slice(0, 8)}@example.test`;
  const visitor = new Visitor(services.urlOf('gateway'));
  const reply = await visitor.ask('/api/auth/register', { method: 'POST', body: { email, password } });
  expect(reply.status).toBe(201);
  const { id } = await visitor.get(user, '/api/auth/user');
  return { email, visitor, id };
}
const status = async (visitor: Visitor) => (await visitor.ask('/api/auth/user')).status;

// These tests call auth directly, as if the gateway had crashed before it received the answer.
describe('sessions end although the gateway never received the answer', () => {
  it('that set a new password by a link', async () => {
    const { email, visitor } = await signedIn();
    await services.fetch(authContract.forgotPassword, { userId: null, body: { email } });
    const token = (await linkIn(services, email, 'password')).searchParams.get('token');
    const body = { token, password: 'a new harbour' };
    expect((await services.fetch(authContract.resetPassword, { userId: null, body })).status).toBe(200);
    await until('the session to end', async () => (await status(visitor)) === 401);
  });

  it('that changed the password', async () => {
    const { visitor, id } = await signedIn();
    const body = { currentPassword: password, newPassword: 'a new harbour' };
    expect((await services.fetch(authContract.changePassword, { userId: id, body })).status).toBe(200);
    await until('the session to end', async () => (await status(visitor)) === 401);
  });
});
