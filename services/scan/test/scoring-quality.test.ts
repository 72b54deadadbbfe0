import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keylessScorer } from '../src/domain/scoring/keyless-scorer.ts';
import { prefilterer } from '../src/domain/scoring/prefilter.ts';
import type { LabelledSet } from '../src/quality/labelled-sets.ts';
import { leadLabel, readLabelledSets } from '../src/quality/labelled-sets.ts';
import type { Measured, Quality } from '../src/quality/measure.ts';
import { fittedOnAll, leaveOneOut, meanQuality, measure } from '../src/quality/measure.ts';
import { atThreshold, auc, averagePrecision, ndcg, precisionAt, ranked } from '../src/quality/metrics.ts';

/** Labelled posts beside the repository (formats: its README); they are not ours to carry. */
const folder = join(import.meta.dirname, '../../../../shared/eval');
const there = existsSync(folder);
if (!there) console.warn('../shared/eval is missing: the quality of keyless scores is not measured here.');

let time = 0;
const meters = { now: () => (time += 1), tokens: () => 0 };
const measureAll = async (sets: readonly LabelledSet[]): Promise<Measured[]> =>
  Promise.all(sets.map((set) => measure(set, keylessScorer(), meters)));

describe('measures of a ranking', () => {
  const judged = (labels: readonly number[]) =>
    ranked(labels.map((label, at) => ({ id: String(at), label, score: labels.length - at })));

  it('are whole for a perfect order and fall with each lead that stands too low', () => {
    const perfect = judged([3, 2, 1, 0, 0]);
    expect([ndcg(perfect), averagePrecision(perfect), auc(perfect)]).toEqual([1, 1, 1]);
    const worst = judged([0, 0, 1, 2, 3]);
    expect(auc(worst)).toBe(0);
    expect(averagePrecision(worst)).toBeCloseTo((1 / 4 + 2 / 5) / 2);
    expect(ndcg(worst)).toBeLessThan(ndcg(judged([0, 3, 0, 2, 1])));
  });

  it('count equal scores half, and order them by id', () => {
    const equal = ranked([
      { id: 'b', label: 3, score: 5 },
      { id: 'a', label: 0, score: 5 },
    ]);
    expect(equal.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(auc(equal)).toBe(0.5);
  });

  it('tell what a threshold lets through', () => {
    const list = judged([3, 0, 2, 0, 2]);
    expect(atThreshold(list, 3)).toEqual({ precision: 2 / 3, recall: 2 / 3 });
    expect(precisionAt(list, 2)).toBe(0.5);
  });
});

// On a build machine a missing set must fail, not vanish.
(there || process.env['CI'] ? describe : describe.skip)(
  'keyless scores on the labelled posts of ../shared/eval',
  () => {
    it('rank leads clearly better than BM25 (0.39 nDCG@20, 0.36 AP, 0.74 AUC, 0.43 P@10)', async () => {
      const measured = await measureAll(await readLabelledSets(folder));
      expect(measured).toHaveLength(8);
      // Measured with keyless-1: 0.633, 0.531, 0.862, 0.563; a fall of more than 0.02 is a loss to be explained.
      const { ndcg20, ap, auc: area, p10 }: Quality = meanQuality(measured);
      expect(ndcg20).toBeGreaterThan(0.613);
      expect(ap).toBeGreaterThan(0.511);
      expect(area).toBeGreaterThan(0.842);
      expect(p10).toBeGreaterThan(0.543);
    });

    it('rank as well where the weights of their parts were fitted on the other seven businesses', async () => {
      const measured = await measureAll(await readLabelledSets(folder));
      // Measured with keyless-1: 0.623, 0.861, 0.538 left out; the product's own round weights are no fit to these posts.
      const left = leaveOneOut(measured);
      expect(left.ndcg20).toBeGreaterThan(0.603);
      expect(left.auc).toBeGreaterThan(0.841);
      expect(left.p10).toBeGreaterThan(0.518);
      expect(Math.abs(fittedOnAll(measured).auc - left.auc)).toBeLessThan(0.02);
    });

    it('are leads more often than not from 7.0 up, and half of the time from 6.0 up', async () => {
      const sets = await readLabelledSets(folder);
      const verdicts = await Promise.all(
        sets.map(async ({ business, posts, labels }) =>
          (await keylessScorer().score(business, posts)).map(({ id, score }) => ({
            id,
            label: labels.get(id) ?? 0,
            score: score ?? -1,
          })),
        ),
      );
      const all = verdicts.flat();
      // Measured: 0.59 from 7.0 with 41 % of the leads, 0.49 from 6.0 with 68 %, where 20 % of the posts are leads.
      expect(atThreshold(all, 7).precision).toBeGreaterThan(0.56);
      expect(atThreshold(all, 7).recall).toBeGreaterThan(0.25);
      expect(atThreshold(all, 6).precision).toBeGreaterThan(0.47);
    });

    it('lose no lead to the pre-filter', async () => {
      const filter = prefilterer();
      const lost = (await readLabelledSets(folder)).flatMap(({ business, posts, labels }) =>
        filter(business, posts).dropped.filter(({ id }) => (labels.get(id) ?? 0) >= leadLabel),
      );
      expect(lost).toEqual([]);
    });
  },
);
