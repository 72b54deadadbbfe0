import { createLogger, noMeters } from '@earshot/core';
import { encoderVersion, localEncoder } from '@earshot/encoder';
import { afterAll, describe, expect, it } from '@jest/globals';
import { catalogue } from '../src/domain/catalogue/catalogue.ts';
import { categoriesMadeFor } from '../src/domain/catalogue/category-by-meaning.ts';
import { fitLearnedFor } from '../src/domain/fit.ts';
import { keylessRanker } from '../src/domain/keyless-ranker.ts';
import { meaningBy, meaningfulSuggestions } from '../src/domain/nearness.ts';
import { rolesBy } from '../src/domain/profile/roles.ts';
import { parsingProfiler } from '../src/domain/propose-profile.ts';

const encoder = localEncoder({ log: createLogger({ level: 'silent', name: 'test' }), meters: noMeters });
afterAll(() => encoder.close());
const keyless = keylessRanker(catalogue);
const suggesting = (encode: Parameters<typeof meaningBy>[0]) => {
  const parse = parsingProfiler(rolesBy(encode));
  return meaningfulSuggestions(
    keyless,
    meaningBy(encode, (text) => parse(text, new AbortController().signal)),
  );
};
const suggest = suggesting((texts) => encoder.encode(texts));
const namesOf = async (description: string) => (await suggest(description)).suggestions.map(({ name }) => name);
const likelyOf = async (description: string) =>
  (await suggest(description)).suggestions.flatMap(({ name, relevance }) => (relevance === 'low' ? [] : [name]));

it('the vectors of the categories were made with this encoder', () => expect(categoriesMadeFor).toBe(encoderVersion));
it('the likelihood was learned with this encoder', () => expect(fitLearnedFor).toBe(encoderVersion));

describe('suggestions by words that mean something else', () => {
  it.each([
    ['Chilli jam from Leeds, in three heats. Cooked in small pots, shipped in boxes of six.', ['HVAC', 'hvacadvice']],
    ['A waiting list by text message, so that nobody sits in a crowded room.', ['malelivingspace', 'minimalism']],
  ])('"%s"', async (description, never) => {
    const byWords = keyless.suggest(description).suggestions.map(({ name }) => name);
    expect(byWords).toEqual(expect.arrayContaining([never[0]]));
    expect((await namesOf(description)).filter((name) => never.includes(name))).toEqual([]);
  });

  it('are all that is left out', async () => {
    expect(await namesOf('Online dog training courses for puppies that pull on the leash')).toEqual(
      expect.arrayContaining(['Dogtraining', 'puppy101', 'dogs']),
    );
    expect(await namesOf('Bookkeeping and invoices for small shops')).toEqual(
      expect.arrayContaining(['Bookkeeping', 'smallbusiness']),
    );
  });

  it('stay while no encoder works', async () => {
    const description = 'Chilli jam from Leeds, in three heats.';
    expect(await suggesting(async () => undefined)(description)).toEqual(keyless.suggest(description));
  });
});

describe('with meaning', () => {
  it.each([
    ['Accounting firm for dentists. We know a crown from a capital allowance.', ['Accounting', 'Dentistry']],
    ['SproutBox sends apartment gardeners everything they need to grow herbs on a windowsill.', ['gardening']],
    ['Corporate catering in Frankfurt: lunch bowls, buffets, coffee breaks for 10-500 guests.', []],
  ])('only communities where customers are likely are rated above low: %s', async (description, names) => {
    expect((await likelyOf(description)).toSorted()).toEqual(names);
  });

  it.each([
    ['PebbleDesk is a CRM for solo consultants. It reads your inbox.', 'Sales & CRM', 'Solo consultants.'],
    ['Arabic lessons for nurses, from real teachers.', 'Education & Courses', 'Nurses.'],
    ['We restore and sell vintage bicycles and run a workshop.', 'Cars & Bikes', null],
  ])('category and audience follow from what is offered and to whom: %s', async (description, category, audience) => {
    const { productCategory, targetAudience } = await suggest(description);
    expect(productCategory).toBe(category);
    if (audience !== null) expect(targetAudience).toBe(audience);
  });
});
