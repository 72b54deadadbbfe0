import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { keylessScorer } from '../src/domain/scoring/keyless-scorer.ts';
import { prefilterer } from '../src/domain/scoring/prefilter.ts';
import type { Business, Post } from '../src/domain/scoring/scorer.ts';

/** Labelled posts beside the repository (formats: its README); they are not ours to carry. */
const folder = join(import.meta.dirname, '../../../../shared/eval');
const lead = 2;

interface LabelledSet {
  readonly business: Business;
  readonly posts: readonly Post[];
  readonly labels: ReadonlyMap<string, number>;
}
interface Judged {
  readonly label: number;
  readonly score: number;
}

const businessSchema = z.object({ description: z.string(), subreddits: z.array(z.string()) });
const postSchema = z.object({
  id: z.string(),
  subreddit: z.string(),
  title: z.string(),
  selftext: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
});
const labelSchema = z.object({ id: z.string(), label: z.number() });

function lines<T>(file: string, schema: z.ZodType<T>): T[] {
  return readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}

function readSets(): LabelledSet[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.business.json'))
    .map((name) => name.split('.')[0] ?? '')
    .map((key) => ({
      business: businessSchema.parse(JSON.parse(readFileSync(join(folder, `${key}.business.json`), 'utf8'))),
      posts: lines(`${key}.posts.jsonl`, postSchema),
      labels: new Map(lines(`${key}.labels.jsonl`, labelSchema).map(({ id, label }) => [id, label])),
    }));
}

async function judge({ business, posts, labels }: LabelledSet): Promise<Judged[]> {
  const verdicts = await keylessScorer().score(business, posts);
  return verdicts
    .map(({ id, score }) => ({ id, label: labels.get(id) ?? 0, score: score ?? -1 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function ndcg(ranked: readonly Judged[], depth = 20): number {
  const gain = (labels: readonly number[]): number =>
    labels.slice(0, depth).reduce((sum, label, rank) => sum + (2 ** label - 1) / Math.log2(rank + 2), 0);
  const labels = ranked.map(({ label }) => label);
  return gain(labels) / gain(labels.toSorted((a, b) => b - a));
}

function auc(ranked: readonly Judged[]): number {
  const leads = ranked.filter(({ label }) => label >= lead);
  const others = ranked.filter(({ label }) => label < lead);
  const won = leads.reduce(
    (sum, { score }) =>
      sum + others.reduce((wins, other) => wins + (score > other.score ? 1 : score === other.score ? 0.5 : 0), 0),
    0,
  );
  return won / (leads.length * others.length);
}

const share = (ranked: readonly Judged[]): number =>
  ranked.length === 0 ? 0 : ranked.filter(({ label }) => label >= lead).length / ranked.length;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const there = existsSync(folder);
if (!there) console.warn('../shared/eval is missing: the quality of keyless scores is not measured here.');

// On a build machine a missing set must fail, not vanish.
(there || process.env['CI'] ? describe : describe.skip)(
  'keyless scores on the labelled posts of ../shared/eval',
  () => {
    it('rank leads clearly better than BM25 (0.39 nDCG@20, 0.74 AUC, 0.43 P@10)', async () => {
      const judged = await Promise.all(readSets().map(judge));
      expect(judged).toHaveLength(8);
      // Measured with keyless-1: 0.633, 0.862, 0.563; a fall of more than 0.02 is a loss to be explained.
      expect(mean(judged.map((ranked) => ndcg(ranked)))).toBeGreaterThan(0.613);
      expect(mean(judged.map(auc))).toBeGreaterThan(0.842);
      expect(mean(judged.map((ranked) => share(ranked.slice(0, 10))))).toBeGreaterThan(0.543);
    });

    it('are leads more often than not from 7.0 up, and half of the time from 6.0 up', async () => {
      const all = (await Promise.all(readSets().map(judge))).flat();
      const leads = all.filter(({ label }) => label >= lead).length;
      const from = (least: number): Judged[] => all.filter(({ score }) => score >= least);
      // Measured: 0.59 from 7.0 with 41 % of the leads, 0.49 from 6.0 with 68 %, where 20 % of the posts are leads.
      expect(share(from(7))).toBeGreaterThan(0.56);
      expect((from(7).length * share(from(7))) / leads).toBeGreaterThan(0.25);
      expect(share(from(6))).toBeGreaterThan(0.47);
    });

    it('lose no lead to the pre-filter', () => {
      const filter = prefilterer();
      const lost = readSets().flatMap(({ business, posts, labels }) =>
        filter(business, posts).dropped.filter(({ id }) => (labels.get(id) ?? 0) >= lead),
      );
      expect(lost).toEqual([]);
    });
  },
);
