import { fold } from '@earshot/text';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { vectorsOf } from '@earshot/scoring/testing';
import { wordsEncoder } from '@earshot/encoder/testing';
import { learnCommand } from '../src/learn-command.ts';
import { placesOf } from '../src/eval-command.ts';
import { productWeights } from '@earshot/scoring/learned-weights';
import { writingOf } from '../../../packages/scoring/src/wording.ts';
import { readLabelledSets } from '../src/quality/labelled-sets.ts';

const weightsFile = z.object({ source: z.string(), wordings: z.record(z.string(), z.number()) });
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
    return { code: await learnCommand(args, join(folder, 'weights.json'), vectorsOf(wordsEncoder()), sink), out };
  }

  it('learns the same weights again, from wordings of several posts and businesses only', async () => {
    expect(await run(['--set', own])).toMatchObject({ code: 0, out: expect.stringContaining('160 posts') });
    const first = await readFile(join(folder, 'weights.json'), 'utf8');
    await run(['--set', own]);
    expect(await readFile(join(folder, 'weights.json'), 'utf8')).toBe(first);
    const { wordings: words, source } = weightsFile.parse(JSON.parse(first));
    expect(source).toContain('backup, salon, solar, spanish');
    const sets = await readLabelledSets(own);
    const held = sets.flatMap(({ posts }) =>
      posts.map((post) => writingOf(fold(post.title).text, fold(post.selftext).text).wordings),
    );
    for (const word of Object.keys(words).slice(0, 50)) {
      const posts = held.filter((wordings) => wordings.some(({ key }) => key === word)).length;
      expect({ word, enough: posts >= 5 }).toEqual({ word, enough: true });
    }
  });

  it('refuses wrong arguments with its usage', async () => {
    for (const args of [[], ['--chekc']])
      expect(await run(args)).toMatchObject({ code: 1, out: expect.stringContaining('usage: npm run learn') });
  });
});

describe("the product's weights", () => {
  it('are words, pairs and numbers', () => {
    const { wordings, words, meaning } = productWeights();
    expect(wordings.size).toBeGreaterThan(1_000);
    for (const key of wordings.keys()) expect(key).toMatch(/^\S{1,30}(?: \S{1,30})?$/);
    for (const { features } of [words, meaning]) expect(features.need).toBeGreaterThan(0);
    expect(words.features.toProblem).toBe(0);
    expect(meaning.features.toProblem).toBeGreaterThan(0);
    expect(meaning.features.toOthers).toBeLessThan(0);
  });
});
