import { newId, steadyClock, systemClock } from '@earshot/core';
import { outreachContract } from '@earshot/proto/http';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { route } from '../src/http/route.ts';
import { defineService } from '../src/service/service.ts';

let services: TestServices;
let thrown: Error | undefined;
beforeAll(async () => {
  const service = defineService({
    name: 'outreach',
    database: null,
    config: z.object({}),
    serves: [outreachContract.listAccounts],
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({
      routes: [
        route(outreachContract.listAccounts, async () => {
          if (thrown !== undefined) throw thrown;
          return [];
        }),
      ],
    }),
  });
  services = await startTestServices([service, idleService('gateway')]);
});
afterAll(() => services.stop());

const withCode = (code: string | number, message = 'failed') => Object.assign(new Error(message), { code });
const full = 'the embedded documents server failed: database or disk is full';

it.each<[string, Error, number, string]>([
  [
    'a full file of documents',
    Object.assign(new Error(full), { name: 'MongoServerError', code: 1 }),
    507,
    'storage.full',
  ],
  ['a full disk of MongoDB', withCode(14_031), 507, 'storage.full'],
  ['a full disk below an error', new Error('could not save', { cause: withCode('ENOSPC') }), 507, 'storage.full'],
  ['no file descriptors', new TypeError('fetch failed', { cause: withCode('EMFILE') }), 503, 'service.unavailable'],
  ['something else', new Error('other'), 500, 'internal'],
])('%s is answered in words, and the next call is served', async (_what, error, status, code) => {
  const call = { userId: newId() };
  thrown = error;
  expect(await services.fetch(outreachContract.listAccounts, call)).toMatchObject({ status, body: { code } });
  thrown = undefined;
  expect((await services.fetch(outreachContract.listAccounts, call)).status).toBe(200);
});

it('a duration does not follow the system clock when it is set back', () => {
  const clock = steadyClock(systemClock);
  const before = clock.now().getTime();
  const own = Date.now;
  Date.now = () => own() - 2 * 3_600_000;
  try {
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
  } finally {
    Date.now = own;
  }
});
