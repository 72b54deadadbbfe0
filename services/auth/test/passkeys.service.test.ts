import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestServices } from '@earshot/testing';
import { authContract, confirmContract, ownFactorContract } from '@earshot/proto/http';
import { limits } from '@earshot/proto/limits';
import { user } from '@earshot/proto/http/auth';
import { passkeySite } from '../src/domain/factors/passkeys.ts';
import { authService } from '../src/service.ts';
import { firstStep, handClock, registered, secondStep } from './factors-support.ts';
import { SoftPasskey } from './soft-passkey.ts';
import { gatewayStandIn, mailTo } from './support.ts';

const { clock, pass } = handClock();
const origin = 'http://localhost:8080';
const headers = { 'x-earshot-origin': origin };
const services = await startTestServices([gatewayStandIn, authService], { clock });
afterAll(() => services.stop());

const invalid = { status: 400, body: { code: 'auth.passkey-invalid' } };
const unavailable = { status: 400, body: { code: 'auth.passkeys-unavailable' } };

async function creation(userId: string) {
  const { body } = await services.fetch(ownFactorContract.beginPasskey, { userId, headers });
  return ownFactorContract.beginPasskey.response.parse(body);
}
const add = (userId: string, passkey: unknown) =>
  services.fetch(ownFactorContract.addPasskey, { userId, headers, body: { name: 'Laptop', passkey } });

async function withPasskey() {
  const person = await registered(services);
  const passkey = new SoftPasskey();
  const options = await creation(person.id);
  passkey.userHandle = options.user.id;
  const added = await add(person.id, passkey.create(options));
  expect(added.status).toBe(200);
  return { ...person, passkey, ...ownFactorContract.addPasskey.response.parse(added.body) };
}

/** Begins a sign-in by passkey: with a ticket the second step, else the whole sign-in. */
async function options(ticket?: string) {
  const cookie = ticket === undefined ? {} : { cookie: `earshot_factor=${ticket}` };
  const { body } = await services.fetch(authContract.beginPasskeySignIn, {
    userId: null,
    headers: { ...headers, ...cookie },
  });
  return authContract.beginPasskeySignIn.response.parse(body);
}
const signIn = (passkey: unknown) =>
  services.fetch(authContract.signInByPasskey, { userId: null, headers, body: { passkey } });

describe('adding a passkey', () => {
  it('of one account: at most 20', async () => {
    const { id } = await withPasskey();
    const one = async () => add(id, new SoftPasskey().create(await creation(id)));
    for (let count = 1; count < limits.passkeys.most; count += 1) expect((await one()).status).toBe(200);
    expect(await one()).toMatchObject({
      status: 409,
      body: { code: 'passkey.limit', message: 'You have reached the limit of 20 passkeys. Remove one to add another' },
    });
  });

  it('makes recovery codes with the first factor and is mailed, as its removal is', async () => {
    const { email, id, passkey, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    await mailTo(services, email, 'passkey was added');
    pass(1_000);
    const second = new SoftPasskey();
    const again = await creation(id);
    expect(again.excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key' }]);
    expect((await add(id, second.create(again))).body).toEqual({ recoveryCodes: null });
    const listed = await services.fetch(ownFactorContract.listFactors, { userId: id, headers });
    expect(listed.body).toMatchObject({
      passkeys: [
        { id: passkey.id, name: 'Laptop', domain: 'localhost', usedAt: null },
        { id: second.id, name: 'Laptop' },
      ],
      passkeysWork: true,
    });
    const remove = (userId: string, key: string) =>
      services.fetch(ownFactorContract.removePasskey, { userId, params: { id: key } });
    expect((await remove((await registered(services)).id, passkey.id)).status).toBe(404);
    expect([(await remove(id, passkey.id)).status, (await remove(id, passkey.id)).status]).toEqual([204, 404]);
    await mailTo(services, email, 'passkey was removed');
    expect((await firstStep(services, email)).answer.status).toBe(401);
    await remove(id, second.id);
    expect((await firstStep(services, email)).answer.status).toBe(200);
  });

  it('refuses a used challenge, one of another user, another origin and an expired one', async () => {
    const [one, other] = [await registered(services), await registered(services)];
    const begun = await creation(one.id);
    expect(await add(other.id, new SoftPasskey().create(begun))).toMatchObject(invalid);
    expect((await add(one.id, new SoftPasskey().create(begun))).status).toBe(200);
    expect(await add(one.id, new SoftPasskey().create(begun))).toMatchObject(invalid);
    const elsewhere = { ...(await creation(one.id)), origin: 'http://localhost.evil.example' };
    expect(await add(one.id, new SoftPasskey().create(elsewhere))).toMatchObject(invalid);
    expect(
      await add(one.id, new SoftPasskey('evil.example').create({ ...(await creation(one.id)), origin })),
    ).toMatchObject(invalid);
    const late = await creation(one.id);
    pass(5 * 60_000);
    expect(await add(one.id, new SoftPasskey().create(late))).toMatchObject(invalid);
  });

  it.each(['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://earshot.example', 'https://192.0.2.1'])(
    'is not offered under %s',
    async (address) => {
      const { id } = await registered(services);
      const call = { userId: id, headers: { 'x-earshot-origin': address } };
      expect(await services.fetch(ownFactorContract.beginPasskey, call)).toMatchObject(unavailable);
      expect((await services.fetch(ownFactorContract.listFactors, call)).body).toMatchObject({ passkeysWork: false });
    },
  );

  it('is bound to the host name', () => {
    expect(passkeySite('https://earshot.example:8443')).toEqual({
      origin: 'https://earshot.example:8443',
      domain: 'earshot.example',
    });
  });
});

describe('a passkey', () => {
  it('signs in without a password, and each signature works once', async () => {
    const { id, passkey } = await withPasskey();
    const begun = await options();
    expect(begun).toMatchObject({ allowCredentials: [], userVerification: 'required', rpId: 'localhost' });
    const proof = passkey.sign(begun);
    const done = await signIn(proof);
    expect([done.status, user.parse(done.body).id, done.headers.get('x-earshot-session-action')]).toEqual([
      200,
      id,
      'start',
    ]);
    expect(await signIn(proof)).toMatchObject(invalid);
  });

  it('is not enough alone if the authenticator did not verify the person', async () => {
    const { email, passkey } = await withPasskey();
    expect(await signIn(passkey.sign({ ...(await options()), isVerified: false }))).toMatchObject(invalid);
    const { ticket } = await firstStep(services, email);
    const proof = passkey.sign({ ...(await options(ticket)), isVerified: false });
    expect((await secondStep(services, ticket, { passkey: proof }, origin)).status).toBe(200);
  });

  it('completes the sign-in of its own account only', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const { ticket } = await firstStep(services, one.email);
    const begun = await options(ticket);
    expect(begun).toMatchObject({ allowCredentials: [{ id: one.passkey.id }], userVerification: 'preferred' });
    expect(await secondStep(services, ticket, { passkey: other.passkey.sign(begun) }, origin)).toMatchObject(invalid);
    const fresh = await options(ticket);
    expect(await signIn(one.passkey.sign(fresh))).toMatchObject(invalid);
  });

  it('is refused if its counter falls behind, or its user is another', async () => {
    const { passkey } = await withPasskey();
    for (let time = 1; time <= 2; time += 1) expect((await signIn(passkey.sign(await options()))).status).toBe(200);
    passkey.rewind();
    expect(await signIn(passkey.sign(await options()))).toMatchObject(invalid);
    const other = await withPasskey();
    other.passkey.userHandle = passkey.userHandle;
    expect(await signIn(other.passkey.sign(await options()))).toMatchObject(invalid);
  });

  it('refuses a wrong signature, a foreign challenge and malformed client data', async () => {
    const { passkey } = await withPasskey();
    const proof = passkey.sign(await options());
    const signature = Buffer.alloc(70).toString('base64url');
    expect(await signIn({ ...proof, response: { ...proof.response, signature } })).toMatchObject(invalid);
    expect(await signIn(passkey.sign({ challenge: 'cGxhbnRlZA' }))).toMatchObject(invalid);
    expect(await signIn({ ...proof, response: { ...proof.response, clientDataJSON: 'eyJ' } })).toMatchObject(invalid);
  });

  it('confirms the session of its user', async () => {
    const { id, passkey } = await withPasskey();
    const methods = await services.fetch(confirmContract.confirmMethods, { userId: id, headers });
    expect(methods.body).toMatchObject({ methods: ['password', 'passkey'] });
    const begun = await services.fetch(confirmContract.confirmByPasskey, { userId: id, headers });
    const body = { passkey: passkey.sign(confirmContract.confirmByPasskey.response.parse(begun.body)) };
    const done = await services.fetch(confirmContract.confirmSession, { userId: id, headers, body });
    expect([done.status, done.headers.get('x-earshot-session-action')]).toEqual([200, 'confirm']);
    expect(await services.fetch(confirmContract.confirmSession, { userId: id, headers, body })).toMatchObject(invalid);
  });
});
