import { describe, expect, it } from '@jest/globals';
import { searchTerms } from '../src/search-terms.ts';

const finds = (query: string, text: string) => {
  const terms = new Set(searchTerms(text));
  return searchTerms(query).every((term) => terms.has(term));
};

describe('the terms of a search', () => {
  it.each([
    ['invoicing', 'Which tool sends INVOICES?'],
    ['late payments', 'He paid late; the payment bounced'],
    ['u/late_payer-7', 'u/late_payer-7'],
    ['12,500', 'they owe me 12,500 euro'],
    ["client's", 'the clients'],
    ['Buchführung', 'eine BUCHFÜHRUNG für Ärzte'],
    ['cafe\u0301', 'the café'],
    ['', 'anything'],
    ['?!', 'anything'],
  ])('%s finds: %s', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ['late payments', 'the train was late'],
    ['art', 'a party'],
  ])('%s does not find: %s', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  it('are each there once, and short', () => {
    expect(searchTerms('Pay pays PAYING, pay')).toEqual(['pay']);
    expect(searchTerms('x'.repeat(1_000))).toEqual(['x'.repeat(64)]);
  });
});
