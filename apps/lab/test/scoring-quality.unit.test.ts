import { sharedData } from '@earshot/testing/shared-data';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placesOf } from '../src/eval-command.ts';
import { keylessScorer } from '@earshot/scoring';
import { type Collection, fallen, type MeasuredBy, readRecorded } from '../src/quality/figures.ts';
import { readLabelledSets } from '../src/quality/labelled-sets.ts';
import { labVectors } from '../src/quality/lab-vectors.ts';
import { leaveEachOut } from '../src/quality/leave-out.ts';
import { measureAll, measurePrefilter } from '../src/quality/measure-all.ts';
import { atThreshold, auc, averagePrecision, ndcg, precisionAt, ranked } from '../src/quality/metrics.ts';
import { readRealPosts } from '../src/quality/real-posts.ts';
import { qualityReport } from '../src/quality/report.ts';
import { readWrittenSets } from '../src/quality/written-posts.ts';

const places = { ...placesOf(join(import.meta.dirname, '../../..')), needs: join(import.meta.dirname, '../needs') };
const shared = sharedData('eval') ?? '';
const realPosts = sharedData('data/posts-2013-pddl/posts.jsonl.gz') ?? '';
const describeShared = shared === '' || realPosts === '' ? describe.skip : describe;

const vectors = labVectors();
afterAll(() => vectors.close());

let time = 0;
const meters = { now: () => (time += 1), tokens: () => 0 };
const measured = async (folder: string): Promise<MeasuredBy> =>
  measureAll(await readLabelledSets(folder), keylessScorer({ vectors }), meters);

async function recorded(which: 'own' | 'shared'): Promise<Collection> {
  const collection = (await readRecorded(places.recorded))?.[which];
  if (!collection) throw new Error(`nothing is recorded of ${which}: npm run eval -- --record`);
  return collection;
}

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

  it('include precision and recall at a threshold', () => {
    const list = judged([3, 0, 2, 0, 2]);
    expect(atThreshold(list, 3)).toEqual({ precision: 2 / 3, recall: 2 / 3 });
    expect(precisionAt(list, 2)).toBe(0.5);
  });
});

describe('docs/quality.md', () => {
  it('contains the recorded figures of the current scorer', async () => {
    const figures = await readRecorded(places.recorded);
    if (!figures) throw new Error('nothing is recorded');
    expect(await readFile(places.page, 'utf8')).toBe(qualityReport(figures));
    expect(figures.own.keyless.version).toBe(keylessScorer().version);
    expect(figures.shared?.keyless.version).toBe(keylessScorer().version);
  });
});

describe('keyless scores on the labelled posts of our own', () => {
  it('rank no worse than recorded', async () => {
    expect(fallen('own', (await recorded('own')).keyless, await measured(places.own))).toEqual([]);
  });

  it('lose no lead to the pre-filter', async () => {
    const lost = measurePrefilter(await readLabelledSets(places.own), null).filter((row) => row.lost > 0);
    expect(lost).toEqual([]);
  });
});

describe('keyless scores of posts in other words than the business', () => {
  // A weak side (apps/lab/needs/README.md): these figures shall only get better.
  it('find as many leads of the held-out posts as before, and no more others', async () => {
    const scorer = keylessScorer({ vectors });
    let [leads, others] = [0, 0];
    for (const { business, posts } of await readWrittenSets(join(places.needs, 'held-out.jsonl'))) {
      const verdicts = await scorer.score(
        business,
        posts.map(({ post }) => post),
      );
      for (const [at, { score }] of verdicts.entries()) {
        if ((score ?? 0) < 6) continue;
        if (posts[at]?.isLead) leads += 1;
        else others += 1;
      }
    }
    expect(leads).toBeGreaterThanOrEqual(8);
    expect(others).toBeLessThanOrEqual(14);
  });

  it('come from files that name each business and kind', async () => {
    const sets = await readWrittenSets(join(places.needs, 'businesses.jsonl'));
    const posts = sets.flatMap((set) => set.posts);
    expect([sets.length, posts.length, posts.filter(({ isLead }) => isLead).length]).toEqual([72, 720, 384]);
  });
});

describeShared('keyless scores on the labelled posts of ../shared/eval', () => {
  it('rank no worse than recorded', async () => {
    const now = await measured(shared);
    expect(fallen('shared', (await recorded('shared')).keyless, now)).toEqual([]);
    expect(now.businesses).toHaveLength(8);
  });

  it('reach the promised quality for a business that the weights were not learned from', async () => {
    // By words alone, as where no encoder works, and without the businesses of ../shared/eval-2026, whose posts are not
    // here: fewer businesses teach a little less.
    const { description, fields } = await leaveEachOut([await readLabelledSets(shared)]);
    expect(fields).toEqual(description);
    const [mean] = description.groups;
    expect(mean?.ndcg20).toBeGreaterThanOrEqual(0.6);
    expect(mean?.auc).toBeGreaterThanOrEqual(0.85);
    expect(mean?.p10).toBeGreaterThanOrEqual(0.5);
  }, 300_000);

  it('are leads in three of five posts from 7.0 up, which are a quarter of the leads or more', async () => {
    const { pooled } = await measured(shared);
    expect(pooled.precision).toBeGreaterThanOrEqual(0.6);
    expect(pooled.recall).toBeGreaterThanOrEqual(0.25);
  });

  it('are spared by the pre-filter for three in five of the real posts, without losing a fiftieth of the leads', async () => {
    const real = await readRealPosts(realPosts);
    expect(real).toHaveLength(16_189);
    for (const row of measurePrefilter(await readLabelledSets(shared), real)) {
      expect(row.lost / row.leads).toBeLessThanOrEqual(0.02);
      expect({ key: row.key, enough: (row.dropped ?? 0) >= 0.6 }).toEqual({ key: row.key, enough: true });
    }
  });
});
