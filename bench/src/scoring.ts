import { bm25Term, lengthFactor, rarity, wordsOf } from '@earshot/text';
import { readLabelledSets } from '../../apps/lab/src/quality/labelled-sets.ts';
import { placesOf } from '../../apps/lab/src/eval-command.ts';
import { readRealPosts } from '../../apps/lab/src/quality/real-posts.ts';
import { keylessScorer, prefilterer } from '@earshot/scoring';
import type { Business, Post } from '@earshot/scoring';
import { join } from 'node:path';
import { percentile, table } from './figures.ts';
import type { BenchPosts } from './posts.ts';

const leastASecond = 2_000;
const rounds = 2;

/**
 * Measures posts per second of processor time on one core, over many posts and each labelled business of the
 * repository: the pre-filter, the scorer on every post, and both as in a scan (the scorer on the posts that pass the
 * pre-filter). The baseline is BM25 over the same posts.
 */
export async function benchScoring({ file, label }: BenchPosts, print: (line: string) => void): Promise<void> {
  const posts = (await readRealPosts(file)).filter((_, at) => at % 4 === 0);
  const sets = await readLabelledSets(placesOf(join(import.meta.dirname, '../..')).own);
  const businesses = sets.map(({ business }) => business);
  const filter = prefilterer();
  const scorer = keylessScorer();
  const ways: readonly [name: string, work: (business: Business) => unknown][] = [
    ['BM25 alone', ({ description }) => bm25(description, posts)],
    ['pre-filter', (business) => filter(business, posts)],
    ['pre-filter, then scoring of the rest', (business) => scorer.score(business, filter(business, posts).kept)],
    ['every post scored', (business) => scorer.score(business, posts)],
  ];
  const rows: string[][] = [];
  let baseline = 0;
  for (const [name, work] of ways) {
    const rates: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const business of businesses) {
        const before = process.cpuUsage();
        await work(business);
        const { user, system } = process.cpuUsage(before);
        rates.push(posts.length / ((user + system) / 1e6));
      }
    }
    const rate = percentile(rates, 50);
    baseline ||= rate;
    rows.push([name, rate.toFixed(0), percentile(rates, 1).toFixed(0), (baseline / rate).toFixed(1)]);
  }
  print(
    `${posts.length} of the ${label} for ${businesses.length} businesses, ${rounds} rounds; minimum ${leastASecond} posts per second`,
  );
  for (const line of table(['work', 'posts/s', 'slowest', 'x BM25'], rows)) print(line);
}

/** A minimal ranking as the baseline: it splits the texts into words and computes BM25 over all posts. */
function bm25(query: string, posts: readonly Post[]): number[] {
  const words = (text: string): string[] => wordsOf(text).map(({ word }) => word);
  const counts = posts.map(({ title, selftext }) => {
    const count = new Map<string, number>();
    for (const word of words(`${title} ${title} ${selftext.slice(0, 2000)}`))
      count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const lengths = counts.map((count) => [...count.values()].reduce((sum, times) => sum + times, 0));
  const usual = lengths.reduce((sum, one) => sum + one, 0) / posts.length;
  const wanted = [...new Set(words(query))].map((word) => {
    const holders = counts.filter((count) => count.has(word)).length;
    return { word, weight: rarity(holders, posts.length) };
  });
  return counts.map((count, at) => {
    const length = lengthFactor(lengths[at] ?? 0, usual, 0.75);
    return wanted.reduce(
      (sum, { word, weight }) => sum + bm25Term({ weight, frequency: count.get(word) ?? 0, saturation: 1.2, length }),
      0,
    );
  });
}
