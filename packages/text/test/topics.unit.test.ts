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
  ])('keeps "%s" apart from "%s"', (a, b) => {
    expect(topicOf(a)).not.toBe(topicOf(b));
  });
});

describe('topics.json', () => {
  const words = [...topics.own, ...Object.keys(topics.same)];

  it('holds words in lower case and in the singular, as they are looked up', () => {
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => !/^[a-z]+$/.test(word) || singular(word) !== word)).toEqual([]);
  });

  it('lists only words that their stem does not bring together already', () => {
    const needless = Object.entries(topics.same).filter(([word, topic]) => stem(word) === stem(topic));
    expect(needless.filter(([, topic]) => !topics.own.includes(topic))).toEqual([]);
  });
});
