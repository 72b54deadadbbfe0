import { random } from '@earshot/core/testing';
import { readSamples } from '@earshot/sandbox/samples';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The posts that a benchmark reads. */
export interface BenchPosts {
  /** Path of a `.jsonl.gz` file. */
  readonly file: string;
  /** Describes them in the output: `generated posts`. */
  readonly label: string;
}

const generatedFile = fileURLToPath(new URL('../../.cache/bench/posts.jsonl.gz', import.meta.url));
const communities = 75;
/** Posts of the smallest and the largest community. The total is about 16,500, as in a large file of a site. */
const fewest = 20;
const most = 420;

/** Returns the given file, or generates the same posts from the sandbox's samples at every run. */
export async function postsOfBench(given: string | undefined): Promise<BenchPosts> {
  if (given !== undefined) return { file: given, label: `posts of ${given}` };
  await mkdir(dirname(generatedFile), { recursive: true });
  const sizes = Array.from({ length: communities }, (_, community) =>
    Math.round(fewest + ((most - fewest) * community) / (communities - 1)),
  );
  await writePosts(generatedFile, sizes);
  return { file: generatedFile, label: 'generated posts' };
}

/** Writes the same posts at every call: those of one community for each number, which is at most 1,000. */
export async function writePosts(file: string, sizes: readonly number[]): Promise<void> {
  const lines = generatedPosts(sizes).map((post) => JSON.stringify(post));
  await writeFile(file, gzipSync(`${lines.join('\n')}\n`));
}

type Sample = ReturnType<typeof readSamples>['files'][number]['posts'][number];

/** Kinds of posts without a request. Their texts make the other posts as long as real ones. */
const neutral = new Set<string>(['story', 'news', 'advice', 'chatter']);

/** Generates communities that each use the posts of one sample community. */
function generatedPosts(sizes: readonly number[]) {
  const { files } = readSamples();
  const next = random(2026);
  return sizes.flatMap((count, community) => {
    const samples = files[community % files.length]?.posts ?? [];
    return Array.from({ length: count }, (_, post) => ({
      id: (1_000_000 + community * 1_000 + post).toString(36),
      subreddit: communityName(community),
      ...textOf(samples, next),
      created_utc: 1_700_000_000 + Math.floor(next() * 604_800),
    }));
  });
}

/** The name of a generated community, counted from 0. */
export function communityName(community: number): string {
  return `bench_${community}`;
}

/** One sample followed by neutral texts, up to a random length of 0 to 3,000 characters. Long texts are rare. */
function textOf(samples: readonly Sample[], next: () => number): { title: string; selftext: string } {
  const pick = (some: readonly Sample[]) => some[Math.floor(next() * some.length)];
  const sample = pick(samples);
  const fillers = samples.filter(({ kind }) => neutral.has(kind));
  const parts = [sample?.selftext ?? ''];
  const wanted = next() ** 2 * 3_000;
  while (parts.join(' ').length < wanted) parts.push(pick(fillers)?.selftext || (pick(fillers)?.title ?? ''));
  return { title: sample?.title ?? '', selftext: parts.join(' ') };
}
