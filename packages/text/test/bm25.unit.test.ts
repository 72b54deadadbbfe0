import { describe, expect, it } from '@jest/globals';
import { bm25Term, lengthFactor, rarity } from '@earshot/text';

describe('bm25Term', () => {
  const term = { weight: 2, saturation: 1.2 };

  it('grows with each repetition, ever more slowly, and stays below its weight', () => {
    const [none, once, twice, often] = [0, 1, 2, 1000].map((frequency) => bm25Term({ ...term, frequency }));
    expect(none).toBe(0);
    expect(once).toBeCloseTo(2 / 2.2);
    expect((twice ?? 0) - (once ?? 0)).toBeLessThan(once ?? 0);
    expect(often).toBeGreaterThan(twice ?? 0);
    expect(often).toBeLessThan(2);
  });

  it('is smaller in a longer text', () => {
    const inText = (words: number) => bm25Term({ ...term, frequency: 1, length: lengthFactor(words, 100, 0.75) });
    expect(inText(100)).toBe(bm25Term({ ...term, frequency: 1 }));
    expect(inText(200)).toBeLessThan(inText(100));
    expect(inText(50)).toBeGreaterThan(inText(100));
  });
});

it('gives rare words a high weight and words in every text a small one', () => {
  expect(rarity(1, 100)).toBeGreaterThan(rarity(10, 100));
  expect(rarity(100, 100)).toBeGreaterThan(0);
  expect(rarity(100, 100)).toBeLessThan(0.01);
});
