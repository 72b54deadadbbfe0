import { createLogger, noMeters } from '@earshot/core';
import { localEncoder } from '@earshot/encoder';
import { afterAll, describe, expect, it } from '@jest/globals';
import { catalogue } from '../src/domain/catalogue/catalogue.ts';
import { keylessRanker } from '../src/domain/keyless-ranker.ts';
import { nearSuggestions, nearnessBy } from '../src/domain/nearness.ts';

const encoder = localEncoder({ log: createLogger({ level: 'silent', name: 'test' }), meters: noMeters });
afterAll(() => encoder.close());
const keyless = keylessRanker(catalogue);
const suggest = nearSuggestions(
  keyless,
  nearnessBy((texts) => encoder.encode(texts)),
);
const namesOf = async (description: string) => (await suggest(description)).suggestions.map(({ name }) => name);

describe('suggestions by words that mean something else', () => {
  it.each([
    ['Chilli jam from Leeds, in three heats. Cooked in small pots, shipped in boxes of six.', ['HVAC', 'hvacadvice']],
    ['We stop rising damp in old cottages. Survey first, and a guarantee that you can put in a drawer.', ['beermoney']],
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
    const away = nearSuggestions(
      keyless,
      nearnessBy(async () => undefined),
    );
    expect(await away(description)).toEqual(keyless.suggest(description));
  });
});
