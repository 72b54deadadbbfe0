import { allServices } from '@earshot/all-in-one/services';
import type { Platform, Service } from '@earshot/service-kit';
import { type LeavingKeyValue, leavingKeyValue, until } from '@earshot/core/testing';
import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Visitor } from '../src/visitor.ts';

/** Two real gateways with one database and one identity. Each has a separate connection to the key-value store. */
let services: TestServices;
let gateways: { url: string; kv: LeavingKeyValue }[];

function named(name: string): Service {
  const found = allServices.find((service) => service.name === name);
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
}

beforeAll(async () => {
  const stores: LeavingKeyValue[] = [];
  let first: Platform | undefined;
  const gateway = named('gateway');
  // The test kit identifies services by name, so the second gateway uses a free one. Only the first one consumes
  // events.
  const second: Service = {
    ...gateway,
    name: 'sandbox',
    consumes: [],
    startWith: async (own, settings) => ({ ...(await gateway.startWith(own, settings)), subscriptions: [] }),
  };
  services = await startTestServices([named('auth'), gateway, second], {
    settings: { PORT: '0' },
    platform: (own) => {
      if (own.service === 'auth') return own;
      first ??= own;
      const kv = leavingKeyValue(own.kv);
      stores.push(kv);
      const { tokens, event, meters, relay } = first;
      return { ...own, service: 'gateway', tokens, event, meters, relay, kv };
    },
  });
  const urls = [services.urlOf('gateway'), services.urlOf('sandbox')];
  gateways = urls.flatMap((url, at) => stores.slice(at, at + 1).map((kv) => ({ url, kv })));
});
afterAll(() => services.stop());
beforeEach(() => gateways.forEach(({ kv }) => kv.comeBack()));

/** One browser that can use either gateway. */
async function visitor() {
  const [here, there] = gateways;
  if (here === undefined || there === undefined) throw new Error('two gateways must run');
  const browser = await Visitor.registered(here.url);
  const cookie = browser.cookieHeader;
  const status = async (url: string) => (await new Visitor(url).ask('/api/auth/user', { headers: { cookie } })).status;
  return { browser, here, there, status, logOut: () => browser.ask('/api/auth/logout', { method: 'POST' }) };
}

const aSecondMs = 1_000;

it('a logout at one gateway is effective at both', async () => {
  const { here, there, status, logOut } = await visitor();
  expect([await status(here.url), await status(there.url)]).toEqual([200, 200]);
  expect((await logOut()).status).toBe(204);
  expect(await status(here.url)).toBe(401);
  await until('the other gateway to know', async () => (await status(there.url)) === 401);
});

it('a logout whose message is lost is effective at the other gateway after a second', async () => {
  const { here, there, status, logOut } = await visitor();
  expect(await status(there.url)).toBe(200);
  here.kv.leave();
  const askedAtMs = performance.now();
  expect((await logOut()).status).toBe(204);
  expect(await status(here.url)).toBe(401);
  const doneMs = performance.now();
  await until('the other gateway to know', async () => {
    const sentMs = performance.now();
    const known = await status(there.url);
    if (known === 200 && sentMs > doneMs + aSecondMs) throw new Error(`still signed in ${sentMs - askedAtMs} ms later`);
    return known === 401;
  });
});

it('while the key-value store is away people sign in, are recognised and sign out, at once everywhere', async () => {
  for (const { kv } of gateways) kv.leave();
  const { here, there, status, logOut } = await visitor();
  expect([await status(there.url), await status(here.url)]).toEqual([200, 200]);
  expect((await logOut()).status).toBe(204);
  expect([await status(there.url), await status(here.url)]).toEqual([401, 401]);
});
