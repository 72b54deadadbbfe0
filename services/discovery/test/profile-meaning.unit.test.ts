import { createLogger, noMeters } from '@earshot/core';
import { encoderVersion, localEncoder } from '@earshot/encoder';
import { afterAll, describe, expect, it } from '@jest/globals';
import { learnedFor, rolesBy } from '../src/domain/profile/roles.ts';
import { parsedProfile, parsingProfiler } from '../src/domain/propose-profile.ts';

const encoder = localEncoder({ log: createLogger({ level: 'silent', name: 'test' }), meters: noMeters });
afterAll(() => encoder.close());
const { signal } = new AbortController();
const read = parsingProfiler(rolesBy((texts) => encoder.encode(texts)));

it('the weights were learned for the vectors of this encoder', () => expect(learnedFor).toBe(encoderVersion));

describe('the fields that the meaning of a part decides', () => {
  it.each([
    // Troubles that no word gives away, and what the customers do with the product.
    [
      'Kiteboard gives remote engineering teams a place to think together. Whiteboards in Zoom are laggy. Teams draw on one canvas.',
      {
        offer: 'place to think together',
        audience: 'remote engineering teams',
        problems: ['Whiteboards in Zoom are laggy'],
      },
    ],
    [
      'Our company sells refurbished espresso machines to cafes and offices. Every machine gets new seals. Cheap ones off eBay arrive broken.',
      {
        offer: 'refurbished espresso machines',
        audience: 'cafes and offices',
        problems: ['Cheap ones off eBay arrive broken'],
      },
    ],
    // What they are rid of is a habit, or a trouble.
    [
      'I am a bookkeeper who specialises in building firms. No more shoeboxes, no more penalty letters.',
      { problems: ['penalty letters'], alternatives: ['shoeboxes'] },
    ],
    // A list of troubles.
    [
      "Yoga for men. Stiff hips, sore back, can't touch your toes?",
      { problems: ['Stiff hips', 'sore back', "can't touch your toes"] },
    ],
    // A group that no list of words names.
    [
      'ParcelPal: pickup lockers for apartment buildings.',
      { offer: 'pickup lockers', audience: 'apartment buildings' },
    ],
    ['Mosquito control for backyards, using natural oils.', { offer: 'Mosquito control', audience: '' }],
  ])('%j', async (description, fields) => expect(await read(description, signal)).toMatchObject(fields));

  it('is parsed from words alone while no encoder works', async () => {
    const away = parsingProfiler(rolesBy(async () => undefined));
    const description = 'Payslips by text for night nurses. The rota is always wrong.';
    expect(await away(description, signal)).toEqual(parsedProfile(description));
    expect(parsedProfile(description).problems).toEqual(['The rota is always wrong']);
  });
});
