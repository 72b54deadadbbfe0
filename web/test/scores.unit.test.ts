import { describe, expect, it } from '@jest/globals';
import recorded from '../../apps/lab/eval/recorded.json' with { type: 'json' };
import { recordedFigures, scoreFigures } from '../src/scores/figures.ts';

const businesses = [
  { posts: 100, leads: 20 },
  { posts: 50, leads: 5 },
];
const set = { keyless: { version: 'keyless-9', businesses } };
const leftOut = (p10: number) => ({
  groups: [{ name: 'D1 to D8', ndcg20: 0.6543, auc: 0.884, p10 }],
  precision: 0.587,
  recall: 0.651,
});

describe('the figures of the page on how scores are measured', () => {
  it('are the recorded ones, in words', () => {
    const measured = { own: set, shared: set, leftOut: { fields: leftOut(0.6), description: leftOut(0.4) } };
    expect(scoreFigures(measured)).toEqual({
      version: 'keyless-9',
      real: { businesses: 2, posts: 150, leads: 25 },
      written: { businesses: 2, posts: 150 },
      rows: [{ label: 'Eight businesses, posts of 2009 to 2013', firstTen: '6.0 of 10', order: '88%', ndcg: '0.65' }],
      precision: '59%',
      precisionPlain: '59%',
      recall: '65%',
      recallPlain: '65%',
    });
  });

  it('exist for what is recorded now', () =>
    expect(scoreFigures(recordedFigures.parse(recorded)).rows.length).toBeGreaterThan(1));

  it.each([
    { own: set, shared: null, leftOut: { fields: leftOut(1), description: leftOut(1) } },
    { own: set, shared: set, leftOut: null },
  ])('%j is not enough', (some) => expect(() => scoreFigures(some)).toThrow('recorded.json lacks'));
});
