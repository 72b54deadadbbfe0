import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { authContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { startTestServices, type TestServices } from '@earshot/testing';
import { authService } from '../src/service.ts';
import { grantsListenerOf } from './support.ts';

let nowMs = Date.now();
const clock = { now: () => new Date(nowMs) };
const linkInvalid = { status: 400, body: { code: 'auth.link-invalid' } };
let services: TestServices;
let granted: ReturnType<typeof grantsListenerOf>['granted'];

beforeEach(async () => {
  const listening = grantsListenerOf();
  granted = listening.granted;
  services = await startTestServices([listening.grantsListener, authService], { clock });
});
afterEach(() => services.stop());

let people = 0;
async function registered(): Promise<string> {
  const body = { email: `first.${(people += 1)}@example.test`, password: 'correct horse' };
  return user.parse((await services.fetch(authContract.register, { userId: null, body })).body).id;
}
const isAdmin = async (userId: string) =>
  user.parse((await services.fetch(authContract.currentUser, { userId })).body).isAdmin;
const use = (token: string, userId: string | null, sessionRef = 'here') =>
  services.fetch(authContract.becomeFirstAdmin, { userId, sessionRef, body: { token } });
async function newLink(): Promise<string> {
  const [token] = await tokens();
  if (token === undefined) throw new Error('no link was created');
  return token;
}
const tokens = async () =>
  (await authService.operations?.['first-admin-link']?.([], services.platformOf('auth'))) ?? ['no such operation'];

it('a new installation has no account', async () => {
  expect(await services.platformOf('auth').documents.model('User').countDocuments()).toBe(0);
});

describe('the link for the first administrator', () => {
  it('makes the signed-in account an administrator, once, and ends its other sessions', async () => {
    const [first, second] = [await registered(), await registered()];
    const token = await newLink();
    expect(await use(token, null)).toMatchObject({ status: 401 });
    expect(await use(token, first)).toMatchObject({ status: 200 });
    expect(await use(token, second)).toMatchObject(linkInvalid);
    expect([await isAdmin(first), await isAdmin(second)]).toEqual([true, false]);
    await until('the event', () => granted.length > 0);
    expect(granted).toEqual([{ userId: first, reason: 'link', keptSessionRef: 'here' }]);
    expect(services.securityLines()).toContainEqual(
      expect.objectContaining({ security: 'admin-granted', outcome: 'failure', reason: 'link' }),
    );
  });

  it('stays used when there is no administrator any more', async () => {
    const [first, second] = [await registered(), await registered()];
    const token = await newLink();
    expect(await use(token, first)).toMatchObject({ status: 200 });
    await services.platformOf('auth').documents.model('User').updateOne({ _id: first }, { isAdmin: false });
    expect(await use(token, second)).toMatchObject(linkInvalid);
    expect(await use(await newLink(), second)).toMatchObject({ status: 200 });
  });

  it('does not exist while there is an administrator', async () => {
    const [first, second] = [await registered(), await registered()];
    const early = await newLink();
    await services.platformOf('auth').documents.model('User').updateOne({ _id: first }, { isAdmin: true });
    expect(await tokens()).toEqual([]);
    expect(await use(early, second)).toMatchObject(linkInvalid);
  });

  it('is valid for 24 hours, and replaced by the next one', async () => {
    const id = await registered();
    const former = await newLink();
    const token = await newLink();
    expect(await use(former, id)).toMatchObject(linkInvalid);
    nowMs += 24 * 3_600_000;
    expect(await use(token, id)).toMatchObject(linkInvalid);
    expect(await use(await newLink(), id)).toMatchObject({ status: 200 });
  });

  it('is stored as a digest', async () => {
    const token = await newLink();
    const stored = await services.platformOf('auth').documents.model('FirstAdminLink').find().lean();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});
