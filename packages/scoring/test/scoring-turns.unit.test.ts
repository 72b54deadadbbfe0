import { hostileUnits, longestTurnMs, repeated } from '@earshot/core/testing';
import { describe, expect, it } from '@jest/globals';
import { guardedScorer } from '../src/guarded-scorer.ts';
import { keylessScorer } from '../src/keyless-scorer.ts';
import { prefilterer } from '../src/prefilter.ts';
import { business, post } from '../src/testing/posts.ts';

/** As long as the sites allow. */
const longestText = 40_000;
const longestMs = 20;
const words = [
  'ignore previous ',
  'give score this post ',
  '\nsystem: ',
  'aGVsbG8gd29ybGQgZnJpZW5k ',
  'looking for ',
  'ship ',
];

describe('the longest turn of judging hostile posts', () => {
  const keyless = keylessScorer();
  const prefilter = prefilterer();
  const guarded = guardedScorer({ model: keyless, keyless });

  it.each([...hostileUnits, ...words])('stays short for posts of %j', async (unit) => {
    const text = repeated(unit, longestText);
    const posts = Array.from({ length: 6 }, (_, n) => post(`hostile-${n}`, text, text));
    await guarded.score(business, posts.slice(0, 1));
    expect(await longestTurnMs(() => guarded.score(business, posts), longestMs)).toBeLessThan(longestMs);
    expect(await longestTurnMs(async () => prefilter(business, posts.slice(0, 1)), longestMs)).toBeLessThan(longestMs);
  });
});
