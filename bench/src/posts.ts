import { random } from '@earshot/core/testing';
import { readSamples } from '@earshot/sandbox/samples';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The posts that a bench reads. */
export interface BenchPosts {
  /** A `.jsonl.gz` file of them. */
  readonly file: string;
  /** What they are, for people: `generated posts`. */
  readonly label: string;
}

const generatedFile = fileURLToPath(new URL('../../.cache/bench/posts.jsonl.gz', import.meta.url));
const communities = 75;
/** Posts of the smallest and of the largest community: about 16,500 in all, as a large site file has. */
const fewest = 20;
const most = 420;

/** The given file, else posts generated from the sandbox's samples, the same at every run. */
export async function postsOfBench(given: string | undefined): Promise<BenchPosts> {
  if (given !== undefined) return { file: given, label: `posts of ${given}` };
  await mkdir(dirname(generatedFile), { recursive: true });
  await writeFile(
    generatedFile,
    gzipSync(
      `${generatedPosts()
        .map((post) => JSON.stringify(post))
        .join('\n')}\n`,
    ),
  );
  return { file: generatedFile, label: 'generated posts' };
}

type Sample = ReturnType<typeof readSamples>['files'][number]['posts'][number];

/** Posts that ask for nothing: they make the others as long as real ones. */
const neutral = new Set<string>(['story', 'news', 'advice', 'chatter']);

/** Each community writes about the subject of one sample community. */
function generatedPosts() {
  const { files } = readSamples();
  const next = random(2026);
  return Array.from({ length: communities }, (_, community) => {
    const samples = files[community % files.length]?.posts ?? [];
    const count = Math.round(fewest + ((most - fewest) * community) / (communities - 1));
    return Array.from({ length: count }, (__, post) => ({
      id: (1_000_000 + community * 1_000 + post).toString(36),
      subreddit: `bench_${community}`,
      ...textOf(samples, next),
      created_utc: 1_700_000_000 + Math.floor(next() * 604_800),
    }));
  }).flat();
}

/** One sample, with neutral texts after it up to a length of 0 to 3,000 characters, seldom a long one. */
function textOf(samples: readonly Sample[], next: () => number): { title: string; selftext: string } {
  const pick = (some: readonly Sample[]) => some[Math.floor(next() * some.length)];
  const sample = pick(samples);
  const fillers = samples.filter(({ kind }) => neutral.has(kind));
  const parts = [sample?.selftext ?? ''];
  const wanted = next() ** 2 * 3_000;
  while (parts.join(' ').length < wanted) parts.push(pick(fillers)?.selftext || (pick(fillers)?.title ?? ''));
  return { title: sample?.title ?? '', selftext: parts.join(' ') };
}
