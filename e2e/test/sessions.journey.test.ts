import { errorBody } from '@earshot/proto/http';
import type { Platform } from '@earshot/service-kit';
import { afterEach, expect, it } from '@jest/globals';
import type { TestOptions } from '@earshot/testing';
import { type Product, startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

let product: Product | undefined;
afterEach(() => product?.stop());

async function start(options: TestOptions): Promise<Product> {
  product = await startProduct(options);
  return product;
}

const dayMs = 24 * 3_600_000;

/** Gives the gateway a clock that the test controls. Everything else uses the real one. */
function gatewayClock(): { at: number; options: TestOptions } {
  const time = { at: Date.now() };
  const clock = { now: () => new Date(time.at) };
  return Object.assign(time, {
    options: { platform: (own) => (own.service === 'gateway' ? { ...own, clock } : own) } satisfies TestOptions,
  });
}

it('a session lives 7 days after its last use', async () => {
  const time = gatewayClock();
  const visitor = await Visitor.registered((await start(time.options)).url);
  for (const days of [6.9, 6.9]) {
    time.at += days * dayMs;
    expect((await visitor.ask('/api/auth/user')).status).toBe(200);
  }
  time.at += 7.1 * dayMs;
  expect((await visitor.ask('/api/auth/user')).status).toBe(401);
});

it('a session lives 30 days, however much it is used', async () => {
  const time = gatewayClock();
  const visitor = await Visitor.registered((await start(time.options)).url);
  for (let days = 6; days <= 24; days += 6) {
    time.at += 6 * dayMs;
    expect((await visitor.ask('/api/auth/user')).status).toBe(200);
  }
  time.at += 5.9 * dayMs;
  expect((await visitor.ask('/api/auth/user')).status).toBe(200);
  time.at += 0.2 * dayMs;
  expect((await visitor.ask('/api/auth/user')).status).toBe(401);
});

it.each(['nobody', 'another service'])(
  'an instruction to start a session that %s signed starts none',
  async (signer) => {
    let other: Platform['tokens'] | undefined;
    const sign: Platform['tokens']['sign'] = (...facts) => other?.sign(...facts) ?? 'forged';
    const forged: TestOptions = {
      platform: (own) => {
        if (own.service === 'gateway' && signer === 'another service') other = own.tokens;
        return own.service === 'auth' ? { ...own, tokens: { ...own.tokens, sign } } : own;
      },
    };
    const { url } = await start(forged);
    const body = { email: 'unsigned@example.test', password: 'a quiet harbour' };
    const reply = await new Visitor(url).ask('/api/auth/register', { method: 'POST', body });
    expect([reply.status, errorBody.parse(reply.body).code]).toEqual([503, 'service.unavailable']);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect((await new Visitor(url).ask('/health/live')).status).toBe(200);
  },
);
