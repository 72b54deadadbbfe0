import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogue } from '../src/domain/catalogue/catalogue.ts';
import { keylessRanker, unknownCategory } from '../src/domain/keyless-ranker.ts';
import { ownDescriptions } from './fixtures/own-descriptions.ts';

const ranker = keylessRanker(catalogue);
const namesFor = (description: string) => ranker.suggest(description).suggestions.map(({ name }) => name);

describe('the ranking without a model', () => {
  it.each(ownDescriptions)('finds for "%s" what fits among the first five', (description, expected) => {
    const first = namesFor(description).slice(0, 5);
    expect(first).toEqual(expect.arrayContaining([...expected]));
  });

  it('gives five to twelve, each once, the best first, and the same again', () => {
    for (const [description] of ownDescriptions) {
      const { suggestions } = ranker.suggest(description);
      expect(suggestions.length).toBeGreaterThanOrEqual(5);
      expect(suggestions.length).toBeLessThanOrEqual(12);
      expect(new Set(suggestions.map(({ name }) => name)).size).toBe(suggestions.length);
      expect(ranker.suggest(description).suggestions).toEqual(suggestions);
    }
  });

  it('names the words that matched, what the community is about first', () => {
    const [best] = ranker.suggest('Tenant screening and rent collection software for landlords').suggestions;
    expect(best).toMatchObject({
      name: 'Landlord',
      relevance: 'high',
      reason: expect.stringMatching(/^This community is about "landlords"; people there also speak of .*"tenant"/),
    });
  });

  it('derives category and audience from the matches', () => {
    const { productCategory, targetAudience } = ranker.suggest('Organic dog food delivered monthly');
    expect(productCategory).toBe('Pets & Animals');
    expect(targetAudience).toMatch(/^Most likely found among owners of dogs/);
  });

  it('fills up with neighbours of the best, and states that no word matched', () => {
    const { suggestions } = ranker.suggest('Software for dentists to book appointments');
    expect(suggestions[0]).toMatchObject({ name: 'Dentistry' });
    expect(suggestions.slice(1).map(({ relevance }) => relevance)).toEqual(['low', 'low', 'low', 'low']);
    expect(suggestions[1]?.reason).toMatch(/^None of your words is a topic here, but it is close to r\/Dentistry/);
  });

  it('prefers no country that was not named', () => {
    expect(namesFor('Mortgage comparison for home buyers').slice(0, 3)).not.toContain('HousingUK');
    expect(namesFor('Pension advice for people in the UK')[0]).toBe('UKPersonalFinance');
  });

  it.each(['A better way to do things', 'xyzzy frobnicate quux', 'Приложение для сантехников', '!!! ??? ...  ,,,'])(
    'for "%s", states that nothing matched and gives a general list',
    (description) => {
      const { productCategory, targetAudience, suggestions } = ranker.suggest(description);
      expect(productCategory).toBe(unknownCategory);
      expect(targetAudience).toMatch(/^We cannot tell/);
      expect(suggestions.length).toBeGreaterThanOrEqual(5);
      expect(suggestions.every(({ relevance }) => relevance === 'low')).toBe(true);
      expect(suggestions.every(({ reason }) => /matches no community/.test(reason))).toBe(true);
    },
  );
});

const folder = join(import.meta.dirname, '../../../../shared/eval');
const there = existsSync(folder);
if (!there) console.warn('../shared/eval is missing: recall is not measured here.');
const business = z.object({ key: z.string(), description: z.string(), subreddits: z.array(z.string()) });

(there || process.env['CI'] ? describe : describe.skip)('recall on the businesses of ../shared/eval', () => {
  // Measured 0.68 on 21 Nov 2026. People chose these communities by hand, some of them for reasons other than their
  // topic.
  it('finds at least 60 in 100 of their communities among ten', () => {
    const businesses = readdirSync(folder)
      .filter((file) => file.endsWith('.business.json'))
      .map((file) => business.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
    const recalls = businesses.map(({ description, subreddits }) => {
      const first = new Set(
        namesFor(description)
          .slice(0, 10)
          .map((name) => name.toLowerCase()),
      );
      return subreddits.filter((name) => first.has(name.toLowerCase())).length / subreddits.length;
    });
    const mean = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
    process.stderr.write(`recall@10 of the keyless ranking: ${mean.toFixed(2)} on ${recalls.length} businesses\n`);
    expect(mean).toBeGreaterThanOrEqual(0.6);
  });
});
