import { describe, expect, it } from '@jest/globals';
import { emptyProfile } from '@earshot/proto/http/lead';
import { keywordFinder } from '../../../packages/scoring/src/keywords.ts';
import { prefilterer } from '@earshot/scoring';
import { businessVersion } from '../src/domain/start-scan.ts';
import { business, buyer, post } from '@earshot/scoring/testing';

describe('keywords', () => {
  it.each([
    ['invoice', 'My INVOICES are late.', true],
    ['invoice', 'They are invoiced late.', false],
    ['late  payment', 'Another late\npayment, again', true],
    ['C++', 'Who writes C++?', true],
    ['.NET', 'A .net shop', true],
    ['tax', 'Taxi drivers', false],
    ['tax', 'Too many taxes', true],
    ['déjà', 'De\u0301ja\u0300 vu', true],
    ['請求書', '毎月の請求書が面倒', true],
    ['a.c', 'abc', false],
    ["women's studio", 'A Women’s\u00a0studio', true],
    ['women-owned', 'women\u2011owned', true],
    ['cafe', 'My caf\u200bé', true],
    ['schon', 'schön', false],
  ])('%j in %j: %j', (keyword, text, found) => {
    expect(keywordFinder([keyword])?.(text)).toBe(found);
  });

  it('match if one of them does, and are no filter if there are none', () => {
    expect(keywordFinder(['tea', 'coffee'])?.('Good coffee')).toBe(true);
    expect(keywordFinder([])).toBeNull();
  });

  it('drop posts before the scorer, with the reason', () => {
    const hiring = { ...buyer, id: 'hiring', selftext: `${buyer.selftext} We are hiring.` };
    const other = post('other', 'Shipping is a mess', 'Which shipping software do you recommend for labels?');
    const profile = { ...emptyProfile, targetKeywords: ['looking for', 'tea'], excludedKeywords: ['Hiring'] };
    const { kept, dropped } = prefilterer()({ ...business, profile }, [buyer, hiring, other]);
    expect(kept.map(({ id }) => id)).toEqual(['buyer']);
    expect(dropped).toEqual([
      { id: 'hiring', reason: 'excluded-keyword', note: 'The post contains one of your excluded keywords.' },
      { id: 'other', reason: 'no-target-keyword', note: 'The post contains none of your target keywords.' },
    ]);
  });
});

describe('the version of a business', () => {
  const description = 'We sell tea.';
  it('changes with each field of the profile', () => {
    const { servesOnlyThere: _, ...texts } = emptyProfile;
    const filled = Object.entries(texts).map(([name, value]) => ({
      ...emptyProfile,
      [name]: Array.isArray(value) ? ['tea'] : 'tea',
    }));
    const onlyThere = { ...emptyProfile, location: 'tea', servesOnlyThere: true };
    const versions = [...filled, onlyThere].map((profile) => businessVersion({ description, profile }, 'keyless-2'));
    expect(new Set([...versions, businessVersion({ description }, 'keyless-2')]).size).toBe(10);
  });
});
