import { describe, expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { faults, runModel } from '../src/testing/model-world.ts';
import { longPosts } from '../src/testing/sandbox-posts.ts';
import { business } from '../src/testing/posts.ts';

const posts = longPosts(200);
const run = (meets?: string, batchSize?: number) =>
  // A healthy call answers in milliseconds, so two seconds are enough to detect one that hangs.
  runModel({
    business,
    posts,
    count: countTokens,
    ...(meets !== undefined && { meets }),
    ...(batchSize !== undefined && { batchSize }),
    timeoutMs: meets === 'hang' ? 2_000 : 600_000,
  });

const faultless = await run();

it('a post costs at most a quarter of what it would cost in a call of its own, by a real tokenizer', async () => {
  expect(faultless).toMatchObject({ scored: 200, calls: 8 });
  const alone = await run(undefined, 1);
  expect(alone).toMatchObject({ scored: 200, calls: 200 });
  expect(posts.reduce((sum, { selftext }) => sum + countTokens(selftext), 0) / posts.length).toBeGreaterThan(200);
  expect(faultless.tokens / alone.tokens).toBeLessThanOrEqual(0.25);
});

it('rules and business are long enough for providers to cache them, and the same in every call', () => {
  expect(faultless.cached).toBeGreaterThanOrEqual(7 * 1024);
});

describe('the first request of every fourth batch goes wrong', () => {
  it.each(Object.keys(faults))(
    '%s: every post has exactly one verdict, for at most 1.3 times the tokens',
    async (fault) => {
      const figures = await run(fault);
      expect(figures.verdictsByPost).toEqual(new Map(posts.map(({ id }) => [id, 1])));
      expect(figures.tokens / faultless.tokens).toBeLessThanOrEqual(1.3);
      const { scored, provisional, unscored } = figures;
      if (fault === 'hang') {
        // The keyless scorer gives provisional scores, because the model can still be called later.
        expect(provisional).toBeGreaterThanOrEqual(50);
        expect([scored + provisional, unscored]).toEqual([200, 0]);
      } else expect([scored, provisional, unscored]).toEqual([200, 0, 0]);
    },
  );
});
