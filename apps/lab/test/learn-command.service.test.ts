import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { learnCommand } from '../src/learn-command.ts';
import { placesOf } from '../src/eval-command.ts';
import { productWeights } from '@earshot/scoring';
import { writingOf } from '@earshot/scoring';
import { readLabelledSets } from '../src/quality/labelled-sets.ts';

const weightsFile = z.object({ source: z.string(), words: z.record(z.string(), z.number()) });
const own = placesOf(join(import.meta.dirname, '../../..')).own;

describe('npm run learn', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-learn-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(args: readonly string[]): Promise<{ code: number; out: string }> {
    let out = '';
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        out += chunk.toString();
        done();
      },
    });
    const places = { statistics: join(folder, 'statistics.json'), weights: join(folder, 'weights.json') };
    return { code: await learnCommand(args, places, sink), out };
  }

  it('learns the same weights again, from wordings of several posts and businesses only', async () => {
    expect(await run(['--set', own])).toMatchObject({ code: 0, out: expect.stringContaining('160 posts') });
    const first = await readFile(join(folder, 'weights.json'), 'utf8');
    await run(['--set', own]);
    expect(await readFile(join(folder, 'weights.json'), 'utf8')).toBe(first);
    const { words, source } = weightsFile.parse(JSON.parse(first));
    expect(source).toContain('backup, salon, solar, spanish');
    const sets = await readLabelledSets(own);
    const held = sets.flatMap(({ posts }) => posts.map((post) => writingOf(post.title, post.selftext).wordings));
    for (const word of Object.keys(words).slice(0, 50)) {
      const posts = held.filter((wordings) => wordings.some(({ key }) => key === word)).length;
      expect({ word, enough: posts >= 5 }).toEqual({ word, enough: true });
    }
  });

  it('counts words without keeping any text', async () => {
    const posts = Array.from({ length: 30 }, (_, n) => ({
      id: `p${n}`,
      subreddit: 'tea',
      title: n % 2 === 0 ? 'Green tea from the kettle' : 'Black coffee from the grinder',
      selftext: `Only one post says unrepeatable${n}.`,
    }));
    const file = join(folder, 'posts.jsonl.gz');
    await writeFile(file, gzipSync(posts.map((post) => JSON.stringify(post)).join('\n')));
    expect(await run(['--posts', file])).toMatchObject({ code: 0, out: expect.stringContaining('30 posts counted') });
    const counted = await readFile(join(folder, 'statistics.json'), 'utf8');
    expect(JSON.parse(counted)).toMatchObject({ posts: 30, words: expect.stringContaining('kettl') });
    expect(counted).not.toContain('unrepeat');
  });

  it('refuses wrong arguments with its usage', async () => {
    for (const args of [[], ['--chekc'], ['--set', own, '--posts', 'x']])
      expect(await run(args)).toMatchObject({ code: 1, out: expect.stringContaining('usage: npm run learn') });
  });
});

describe("the product's weights", () => {
  it('are words, pairs and numbers', () => {
    const { words, features } = productWeights();
    expect(words.size).toBeGreaterThan(1_000);
    for (const key of words.keys()) expect(key).toMatch(/^\S{1,30}(?: \S{1,30})?$/);
    expect(features.need).toBeGreaterThan(0);
    expect(features.notFor).toBeLessThan(0);
  });
});
