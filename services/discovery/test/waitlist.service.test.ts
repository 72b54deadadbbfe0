import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { discoveryContract } from '@earshot/proto/http';
import { waitlistEntry } from '@earshot/proto/http/discovery';
import { type DiscoveryWorld, noon, startDiscovery } from './support.ts';

let world: DiscoveryWorld;
let address = 0;
beforeAll(async () => {
  world = await startDiscovery();
});
afterAll(() => world.stop());

const join = (body: unknown, ip?: string) => {
  address += 1;
  const headers = { 'x-earshot-visitor': ip ?? `10.1.0.${address}` };
  return world.services.fetch(discoveryContract.joinWaitlist, { userId: null, body, headers });
};

describe('the waitlist', () => {
  it('takes an address, with its defaults', async () => {
    const answer = await join({ email: ' Ada@Example.com ' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        email: 'Ada@Example.com',
        firstName: null,
        lastName: null,
        source: 'landing',
        referralCode: null,
        isConfirmed: false,
        notificationsSent: false,
        createdAt: noon.toISOString(),
      },
    });
    const { id } = waitlistEntry.parse(answer.body);
    expect(await world.models().waitlist.findById(id).lean().exec()).toMatchObject({
      emailKey: 'ada@example.com',
      notificationsSent: false,
    });
  });

  it('takes names, a source and a referral code', async () => {
    const request = {
      email: 'bo@example.com',
      firstName: 'Bo',
      lastName: 'Ek',
      source: 'discovery',
      referralCode: 'X1',
    };
    expect(await join(request)).toMatchObject({ status: 201, body: request });
  });

  it('holds an address once, however it is written and however many ask at once', async () => {
    const spellings = ['cy@example.com', 'CY@example.com', 'Cy@Example.com', 'cY@EXAMPLE.COM', 'cy@example.COM'];
    const answers = await Promise.all(spellings.map((email) => join({ email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'waitlist.already',
      message: 'This email is already on the waitlist',
    });
    expect(await world.models().waitlist.countDocuments({ emailKey: 'cy@example.com' }).exec()).toBe(1);
  });

  it('takes twenty of one network address an hour', async () => {
    const ip = '192.0.2.9';
    for (let n = 0; n < 20; n += 1) expect((await join({ email: `w${n}@example.com` }, ip)).status).toBe(201);
    const refused = await join({ email: 'w20@example.com' }, ip);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate.limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    world.setTime(new Date(noon.getTime() + 3_601_000));
    expect(await join({ email: 'w20@example.com' }, ip)).toMatchObject({ status: 201 });
  });
});
