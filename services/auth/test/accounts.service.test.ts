import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';
import { newId } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { sessionTarget } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { authService } from '../src/service.ts';

const { currentUser, login, register } = authContract;
const now = new Date('2026-11-21T12:00:00.000Z');
const clock = { now: () => now };
const password = 'correct horse';

let services: TestServices;
/** The received registrations, by user. */
const registrations = new Map<string, { authProvider: string; visitor: string | undefined }>();
beforeAll(async () => {
  services = await startTestServices([authService, idleService('gateway'), idleService('lead')], { clock });
  await services.platformOf('auth').bus.subscribe(
    consume({
      group: 'test',
      topic: 'account.events',
      handlers: {
        userRegistered: async ({ userId, payload: { value } }) => {
          registrations.set(userId, { authProvider: value.authProvider, visitor: value.visitor });
        },
      },
    }),
  );
});
afterAll(() => services.stop());

let people = 0;
const newEmail = () => `person.${(people += 1)}@example.com`;
const post = (endpoint: typeof register | typeof login, body: unknown, on = services) =>
  on.fetch(endpoint, { userId: null, body });

/** The session that an answer asks the gateway to start. */
function startedSession(headers: Headers, reader: 'gateway' | 'lead' = 'gateway') {
  expect(headers.get('x-earshot-session-action')).toBe('start');
  return services
    .platformOf(reader)
    .tokens.verify(headers.get('x-earshot-session') ?? '', sessionTarget('start').contract);
}

describe('registration', () => {
  it('creates an ordinary account and asks the gateway for a session', async () => {
    const email = `  Ada.${newEmail()} `;
    const answer = await post(register, { email, password, firstName: ' Ada ', lastName: '', isAdmin: true });
    expect(answer.status).toBe(201);
    const made = user.parse(answer.body);
    expect(answer.body).toEqual({
      id: made.id,
      email: email.trim(),
      firstName: 'Ada',
      lastName: null,
      profileImageUrl: null,
      authProvider: 'email',
      isEmailVerified: false,
      isAdmin: false,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    });
    expect(startedSession(answer.headers)).toEqual({ issuer: 'auth', userId: made.id, admin: false });
    expect(startedSession(answer.headers, 'lead')).toBeNull();
    const stored = await services.platformOf('auth').documents.model('User').findById(made.id).lean();
    expect(stored).toMatchObject({ passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) });
  });

  it.each([
    ['session=1; earshot_visitor=0b8f7a3e-53f5-4a0e-9f0c-2a2a3a4a5a6a', '0b8f7a3e-53f5-4a0e-9f0c-2a2a3a4a5a6a'],
    ['earshot_visitor=me@example.com', undefined],
    [
      'earshot_visitor=0b8f7a3e-53f5-4a0e-9f0c-2a2a3a4a5a6a; __Host-earshot_visitor=1b8f7a3e-53f5-4a0e-9f0c-2a2a3a4a5a6a',
      '1b8f7a3e-53f5-4a0e-9f0c-2a2a3a4a5a6a',
    ],
    ['', undefined],
  ])('publishes the registration with the visitor of the public search: %j', async (cookie, visitor) => {
    const answer = await fetch(services.urlOf('auth') + register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email: newEmail(), password }),
    });
    const { id } = user.parse(await answer.json());
    const event = await until('the event', () => registrations.get(id));
    expect(event).toEqual({ authProvider: 'email', visitor });
  });

  it('asks for an address, a password and names, and for no hint or secret question', () => {
    expect(Object.keys(register.body.shape)).toEqual(['email', 'password', 'firstName', 'lastName']);
    expect(Object.keys(authContract.forgotPassword.body.shape)).toEqual(['email']);
    expect(Object.keys(authContract.resetPassword.body.shape)).toEqual(['token', 'password']);
  });

  it('takes a body that names prototypes, and changes none of them', async () => {
    const named = '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}';
    const answer = await fetch(services.urlOf('auth') + register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"${newEmail()}","password":"${password}",${named}}`,
    });
    expect([answer.status, user.parse(await answer.json()).isAdmin]).toEqual([201, false]);
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it('takes an address once, regardless of case', async () => {
    const email = newEmail();
    await post(register, { email, password });
    expect(await post(register, { email: email.toUpperCase(), password })).toMatchObject({
      status: 409,
      body: { code: 'auth.email-taken', message: 'An account with this email already exists' },
    });
  });

  it('takes an address once when many register it at the same time', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(register, { email, password })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('signing in', () => {
  const wrong = { status: 401, body: { code: 'auth.invalid-credentials', message: 'Invalid email or password' } };

  it('answers with the account and asks for a session', async () => {
    const email = newEmail();
    const { body } = await post(register, { email, password });
    const answer = await post(login, { email: ` ${email.toUpperCase()}`, password });
    expect(answer).toMatchObject({ status: 200, body });
    expect(startedSession(answer.headers)).toMatchObject({ userId: user.parse(body).id });
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const email = newEmail();
    await post(register, { email, password });
    for (const body of [
      { email, password: 'Correct horse' },
      { email, password: `${password} ` },
      { email: newEmail(), password },
      { email: 'not an address', password },
    ]) {
      const answer = await post(login, body);
      expect(answer).toMatchObject(wrong);
      expect(answer.headers.get('x-earshot-session')).toBeNull();
    }
  });

  it('never matches an account without a password', async () => {
    const email = newEmail();
    const { body } = await post(register, { email, password });
    const model = services.platformOf('auth').documents.model('User');
    await model.updateOne({ _id: user.parse(body).id }, { $set: { passwordHash: null } });
    expect(await post(login, { email, password })).toMatchObject(wrong);
    expect(await post(login, { email, password: 'nobody has this password' })).toMatchObject(wrong);
  });
});

describe('the current user', () => {
  it('is the user of the session', async () => {
    const { body } = await post(register, { email: newEmail(), password });
    const answer = await services.fetch(currentUser, { userId: user.parse(body).id });
    expect(answer).toMatchObject({ status: 200, body });
    expect(Object.keys(answer.body ?? {})).not.toContain('passwordHash');
  });

  it('is missing without a session, or when the account is deleted', async () => {
    const nobody = { status: 401, body: { code: 'auth.unauthorized', message: 'Unauthorized' } };
    expect(await services.fetch(currentUser, { userId: null })).toMatchObject(nobody);
    expect(await services.fetch(currentUser, { userId: newId() })).toMatchObject(nobody);
  });
});

it('makes no administrator of a registration, not even of the first and of a listed address', async () => {
  const settings = { EARSHOT_ADMIN_EMAILS: ' Boss@Example.com, , chief@example.com' };
  const fresh = await startTestServices([authService], { clock, settings });
  try {
    for (const email of ['boss@example.com', 'chief@example.com']) {
      const made = await post(register, { email, password }, fresh);
      expect(made).toMatchObject({ status: 201, body: { isAdmin: false } });
    }
  } finally {
    await fresh.stop();
  }
});
