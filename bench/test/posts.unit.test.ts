import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { postsOfBench } from '../src/posts.ts';

const post = z.object({ id: z.string(), subreddit: z.string(), title: z.string().min(1), selftext: z.string() });

it('benchmarks generate the same posts of many communities at every run', async () => {
  const { file } = await postsOfBench(undefined);
  const text = gunzipSync(await readFile(file)).toString();
  const posts = text
    .trim()
    .split('\n')
    .map((line) => post.parse(JSON.parse(line)));
  expect(posts.length).toBeGreaterThan(16_000);
  expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length);
  expect(new Set(posts.map(({ subreddit }) => subreddit)).size).toBe(75);
  expect(gunzipSync(await readFile((await postsOfBench(undefined)).file)).toString()).toBe(text);
});

it.each([
  [['scan', '--posts', 'no-such-posts.jsonl.gz'], 'There is no file no-such-posts.jsonl.gz\n'],
  [['--wat'], "Unknown option '--wat'"],
])('npm run bench -- %j prints the error', (args, fault) => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const node = ['--disable-warning=ExperimentalWarning', main, ...args];
  const { status, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.startsWith(fault)).toBe(true);
});
