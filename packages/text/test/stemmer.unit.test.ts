import { describe, expect, it } from '@jest/globals';
import { rememberingStemmer, singular, stem } from '@earshot/text';

describe('stem', () => {
  it.each([
    ['invoices', 'invoicing'],
    ['training', 'trained'],
    ['renovation', 'renovate'],
    ['puppies', 'puppy'],
    ['photographers', 'photographer'],
    ['running', 'runs'],
    ['payments', 'payment'],
  ])('gives "%s" and "%s" the same key', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each([
    ['mother', 'moth'],
    ['paper', 'pap'],
    ['bus', 'bu'],
    ['general', 'generous'],
  ])('gives "%s" and "%s" different keys', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });

  it.each(['b2b', 'über', 'сантехники', 'ssd'])('returns "%s" unchanged', (word) => {
    expect(stem(word)).toBe(word);
  });
});

it('returns the same stems after the cache was cleared', () => {
  const remembered = rememberingStemmer(2);
  const words = ['invoices', 'puppies', 'renovation', 'invoices', 'puppies'];
  expect(words.map(remembered)).toEqual(words.map(stem));
});

it.each([
  ['stories', 'story'],
  ['ties', 'tie'],
  ['boxes', 'box'],
  ['classes', 'class'],
  ['business', 'business'],
  ['gas', 'gas'],
])('the singular of "%s" is "%s"', (word, one) => {
  expect(singular(word)).toBe(one);
});
