import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFile, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { z } from 'zod';
import { wordsEncoder } from '@earshot/encoder/testing';
import { vectorsOf } from '@earshot/scoring/testing';
import { evalCommand, type EvalPlaces, placesOf } from '../src/eval-command.ts';
import { readRecorded, writeRecorded } from '../src/quality/figures.ts';

const ours = placesOf(join(import.meta.dirname, '../../..')).own;
const vectors = vectorsOf(wordsEncoder());
const sentPosts = z.object({ posts: z.array(z.object({ key: z.string(), title: z.string() })) });

describe('npm run eval', () => {
  let places: EvalPlaces;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-eval-'));
    const own = join(folder, 'eval');
    await mkdir(own);
    for (const name of ['salon', 'solar'].flatMap((key) =>
      ['business.json', 'posts.jsonl', 'labels.jsonl'].map((part) => `${key}.${part}`),
    )) {
      await copyFile(join(ours, name), join(own, name));
    }
    places = { own, recorded: join(folder, 'r.json'), page: join(folder, 'q.md') };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<{ code: number; out: string }> {
    let out = '';
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        out += chunk.toString();
        done();
      },
    });
    return { code: await evalCommand(args, env, { ...places, vectors }, sink), out };
  }

  it('measures our own sets and writes nothing', async () => {
    const { code, out } = await run([]);
    expect(code).toBe(0);
    expect(out).toMatch(/\| salon \| +40 \| +12 \| +0\.\d{3}/);
    expect(await readdir(folder)).toEqual(['eval']);
  });

  it('writes figures and page with --record, and --check finds them as they are', async () => {
    const { code, out } = await run(['--record']);
    expect(code).toBe(0);
    const page = await readFile(places.page, 'utf8');
    expect(out).toContain(page);
    expect(page).toMatch(/\| salon \| +40 \| +12 \| +0\.\d{3}/);
    expect((await readRecorded(places.recorded))?.shared).toBeNull();
    expect((await run(['--check'])).code).toBe(0);
  });

  it('measures the sets of every folder that --set names, and records the one', async () => {
    const other = join(folder, 'other');
    const posts = join(folder, 'posts.jsonl.gz');
    await cp(places.own, other, { recursive: true });
    await writeFile(posts, gzipSync(await readFile(join(other, 'salon.posts.jsonl'))));
    const { code, out } = await run(['--set', other, '--set', places.own, '--posts', posts]);
    expect(code).toBe(0);
    expect(out).toContain(`## ${other}\n`);
    expect(out).toContain(`## ${places.own}\n`);
    expect(out).toMatch(/\| salon +\| +12 \| +0 \| +\d+\.\d % \|/);
    expect((await run(['--record', '--set', other, '--posts', posts])).code).toBe(0);
    const recorded = await readRecorded(places.recorded);
    expect(recorded?.shared?.keyless.businesses.map(({ key }) => key)).toEqual(['salon', 'solar']);
    await run(['--record']);
    // Figures that a run does not measure keep their recorded values.
    expect((await readRecorded(places.recorded))?.shared).toEqual(recorded?.shared);
    expect((await readRecorded(places.recorded))?.own.prefilter).toEqual(recorded?.own.prefilter);
  });

  it('fails --check when a mean has fallen by more than 0.02, names it, and leaves the record alone', async () => {
    await run(['--record']);
    const before = await readRecorded(places.recorded);
    if (!before) throw new Error('nothing recorded');
    const { own } = before;
    const record = (by: number) => {
      const mean = { ...own.keyless.mean, auc: own.keyless.mean.auc + by };
      return writeRecorded(places.recorded, { ...before, own: { ...own, keyless: { ...own.keyless, mean } } });
    };
    await record(0.015);
    expect((await run(['--check'])).code).toBe(0);
    await record(0.03);
    const written = await readFile(places.recorded, 'utf8');
    const { code, out } = await run(['--check']);
    expect(code).toBe(1);
    expect(out).toMatch(/our own sets: mean auc fell from 0\.\d+ to 0\.\d+/);
    expect(await readFile(places.recorded, 'utf8')).toBe(written);
  });

  it('with a key measures the model too and counts its tokens; without one, what was measured last stays', async () => {
    const none = { category: 'none', quote: null };
    const fake = await startFakeOpenAi((request) => {
      const { posts } = sentPosts.parse(JSON.parse(lastMessage(request, 'user')));
      const answers = posts.map(({ key, title }) => ({
        key,
        need: { category: 'question', quote: title },
        stage: none,
        fit: { category: 'core', quote: null },
        urgency: none,
        disqualifiers: [],
      }));
      return { content: JSON.stringify({ posts: answers }) };
    });
    const env = { OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: fake.baseUrl, OPENAI_MODEL: 'own-model' };
    const { code, out } = await run(['--record'], env).finally(() => fake.close());
    expect(code).toBe(0);
    const model = (await readRecorded(places.recorded))?.own.model;
    expect(model?.version).toMatch(/own-model$/);
    expect(fake.calls.every((call) => call.model === 'own-model')).toBe(true);
    // The fake reports 110 tokens per answer, and the posts of a batch share an answer.
    expect(model?.mean.tokens).toBe(Math.round((fake.calls.length * 110) / 80));
    expect(out).not.toContain('sk-secret');
    await run(['--record']);
    expect((await readRecorded(places.recorded))?.own.model).toEqual(model);
  });

  it('replays recorded answers without the model, with the same figures and no call', async () => {
    const answers = join(folder, 'answers.jsonl');
    const fake = await startFakeOpenAi((request) => {
      const { posts } = sentPosts.parse(JSON.parse(lastMessage(request, 'user')));
      const none = { category: 'none', quote: null };
      const found = posts.map(({ key, title }) => ({
        key,
        need: { category: 'provider', quote: title },
        stage: none,
        fit: { category: title.length % 2 === 0 ? 'core' : 'audience', quote: title },
        urgency: none,
        disqualifiers: [],
      }));
      return { content: JSON.stringify({ posts: found }) };
    });
    const env = { OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: fake.baseUrl, OPENAI_MODEL: 'own-model' };
    await run(['--answers', answers, '--record'], env).finally(() => fake.close());
    const asked = (await readRecorded(places.recorded))?.own.model;
    const calls = fake.calls.length;
    expect(calls).toBeGreaterThan(0);
    expect(await readFile(answers, 'utf8')).toMatch(/^\{"model":"own-model"\}\n\{"key":/);
    await run(['--answers', answers, '--record']);
    const replayed = (await readRecorded(places.recorded))?.own.model;
    expect(fake.calls).toHaveLength(calls);
    expect(replayed?.version).toBe(asked?.version);
    expect(replayed?.mean).toEqual({ ...asked?.mean, tokens: 0, ms: expect.any(Number) });
    await writeFile(answers, (await readFile(answers, 'utf8')).split('\n').slice(0, 11).join('\n'));
    await run(['--answers', answers, '--record']);
    const unscored = (await readRecorded(places.recorded))?.own.model?.businesses.map((one) => one.unscored) ?? [];
    expect(unscored.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(70);
  });

  it.each([
    ['{"model":"m"}\n', {}, /no answer about these posts/],
    ['{"model":"m"}\nnonsense\n', {}, /line 2: it is no recorded answer/],
    ['{"key":"k"}\n', {}, /line 1: it must name the model/],
    ['{"model":"m"}\n', { OPENAI_MODEL: 'other' }, /has answers of m, not of other/],
  ])('refuses recorded answers that cannot be used: %j', async (text, env, fault) => {
    const answers = join(folder, 'bad.jsonl');
    await writeFile(answers, text);
    const { code, out } = await run(['--answers', answers], env);
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(fault) });
  });

  it('reports that the provider is unavailable, and measures the rest', async () => {
    const fake = await startFakeOpenAi(() => ({ status: 500 }));
    const env = { OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: fake.baseUrl };
    const { code, out } = await run([], env).finally(() => fake.close());
    expect(code).toBe(0);
    expect(out).toContain('the model is not measured');
  });

  it.each([
    [['--chekc'], /Unknown option '--chekc'[^]*usage: npm run eval/],
    [['--check', '--record'], /excludes --record[^]*usage: npm run eval/],
    [['--set', 'absent'], /^There is no folder absent\n$/],
    [['--set', import.meta.dirname], /holds 0 labelled businesses: two are needed at least\n$/],
    [['--posts', 'absent'], /^There is no file absent\n$/],
  ])('%j is refused with what is wrong', async (args, complaint) => {
    const { code, out } = await run(args);
    expect(code).toBe(1);
    expect(out).toMatch(complaint);
  });
});
