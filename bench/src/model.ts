import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Business, Post } from '@earshot/scoring';
import { faults, longPosts, runModel } from '@earshot/scoring/testing';
import type { RunFigures } from '@earshot/scoring/testing';
import { table } from './figures.ts';

const business: Business = {
  description:
    'ParcelPilot: shipping software for small online shops. Compare carrier rates, print labels in batches and track parcels.',
  subreddits: ['ecommerce'],
};

/**
 * Counts the tokens that scoring with a model needs, with a real tokenizer and a fake model on loopback: tokens per
 * post by batch size, and the cost of each kind of fault in one batch of four. No figure depends on the machine.
 */
export async function benchModel(print: (line: string) => void): Promise<void> {
  const posts = longPosts(200);
  const printAll = (lines: readonly string[]) => lines.forEach(print);
  const run = (more: object = {}) => runModel({ business, posts, count: countTokens, ...more });
  const alone = await run({ batchSize: 1 });
  const sizes = [1, 10, 15, 25];
  const bySize = new Map<number, RunFigures>();
  for (const batchSize of sizes) bySize.set(batchSize, batchSize === 1 ? alone : await run({ batchSize }));
  printAll(
    table(
      ['posts per call', 'calls', 'tokens per post', 'cached tokens per post', 'ratio to one per call'],
      Array.from(bySize, ([size, { calls, tokens, cached }]) => [
        String(size),
        String(calls),
        perPost(tokens, posts),
        perPost(cached, posts),
        share(tokens, alone.tokens),
      ]),
    ),
  );
  const faultless = await run();
  const names = Object.keys(faults);
  const rows = [];
  for (const meets of names) {
    const figures = await run({ meets, ...(meets === 'hang' && { timeoutMs: 2_000 }) });
    rows.push([meets, ...outcome(figures, posts), share(figures.tokens, faultless.tokens)]);
  }
  printAll(
    table(
      ['fault in one batch of four', 'one verdict each', 'scored', 'provisional', 'unscored', 'calls', 'token ratio'],
      rows,
    ),
  );
}

function outcome(
  { verdictsByPost, scored, provisional, unscored, calls }: RunFigures,
  posts: readonly Post[],
): string[] {
  const once = posts.every(({ id }) => verdictsByPost.get(id) === 1);
  return [once ? 'yes' : 'NO', ...[scored, provisional, unscored, calls].map(String)];
}

const perPost = (tokens: number, posts: readonly Post[]) => (tokens / posts.length).toFixed(0);
const share = (tokens: number, of: number) => (tokens / of).toFixed(3);
