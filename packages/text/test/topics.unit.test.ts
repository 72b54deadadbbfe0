import { describe, expect, it } from '@jest/globals';
import { singular, stem, topicOf } from '@earshot/text';
import topics from '../src/topics.json' with { type: 'json' };

describe('topicOf', () => {
  it.each([
    ['invoicing', 'invoices'],
    ['photography', 'photographer'],
    ['gaming', 'gamer'],
    ['runner', 'running'],
    ['renovation', 'renovate'],
    ['freelance', 'freelancers'],
    ['stories', 'story'],
    ['golfers', 'golf'],
    ['engineering', 'engineers'],
  ])('gives "%s" and "%s" the same key', (a, b) => {
    expect(topicOf(a)).toBe(topicOf(b));
  });

  it.each([
    ['care', 'car'],
    ['contractor', 'contract'],
    ['marketing', 'market'],
    ['career', 'care'],
    ['engineer', 'engine'],
  ])('gives "%s" and "%s" different keys', (a, b) => {
    expect(topicOf(a)).not.toBe(topicOf(b));
  });
});

describe('topics.json', () => {
  const words = [...topics.own, ...Object.keys(topics.same)];

  it('lists words in lower case and in the singular, as lookups need them', () => {
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => !/^[a-z]+$/.test(word) || singular(word) !== word)).toEqual([]);
  });

  it('lists only words whose stem differs from the stem of their topic', () => {
    const needless = Object.entries(topics.same).filter(([word, topic]) => stem(word) === stem(topic));
    expect(needless.filter(([, topic]) => !topics.own.includes(topic))).toEqual([]);
  });
});
