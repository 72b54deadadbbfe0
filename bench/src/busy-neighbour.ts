import { freePorts } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Visitor } from '../../e2e/src/visitor.ts';
import { addCommunities, businessUser, scanOnce } from './business-user.ts';
import { sleep, startEarshot } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

/** Scans of each row; half of them run alone. */
const scans = 10;
/** Another user's scan takes at most this many times as long as alone. */
const most = 2;
/** The limits of an account; a user can make no larger load. */
const communities = 200;
const searches = 50;
const large = names('large_', communities);
const watched = names('watched_', 3);
/**
 * Posts of a community. The measured scan takes about a second alone. One that takes a tenth of that mostly measures the
 * calls and events around it, which the places of a worker do not deal.
 */
const posts = { large: 20, watched: 400 };
const started = z.object({ jobId: z.string() });
const post = (body?: unknown) => ({ method: 'POST', ...(body !== undefined && { body }) });

/** A load of one user. `until` aborts when the measured scan has ended. */
type Load = (user: Visitor, until: AbortSignal) => Promise<void>;

interface Neighbour {
  readonly name: string;
  readonly prepare: (user: Visitor) => Promise<void>;
  readonly load: Load;
}

const scanning: Load = async (user, until) => {
  const { jobId } = await user.get(started, '/api/leads/scan/start', post());
  await ended(until);
  await user.ask(`/api/leads/scan/cancel/${jobId}`, post());
};

const neighbours: readonly Neighbour[] = [
  {
    name: `a scan of ${searches} Hacker News searches`,
    prepare: (user) => addCommunities(user, names('late payments ', searches), 'hacker-news'),
    load: scanning,
  },
  {
    name: `a scan of ${communities} communities`,
    prepare: (user) => addCommunities(user, large),
    load: scanning,
  },
  {
    name: 'adding 3,000 communities',
    prepare: async () => undefined,
    load: async (user, until) => {
      for (const name of names('other_', 3_000)) {
        if (until.aborted) return;
        await user.ask('/api/subreddits', post({ name }));
      }
    },
  },
  {
    name: '240 starts and cancels',
    prepare: (user) => addCommunities(user, large),
    load: async (user, until) => {
      for (let cycle = 0; cycle < 240 && !until.aborted; cycle += 1) {
        const answer = started.safeParse((await user.ask('/api/leads/scan/start', post())).body);
        if (answer.success) await user.ask(`/api/leads/scan/cancel/${answer.data.jobId}`, post());
      }
    },
  },
];

/**
 * Measures how long a scan of three communities takes while another user loads the same process, against the same scan
 * alone. Scans alone and beside the load alternate. Rejects when the median is more than twice as long.
 */
export async function benchBusyNeighbour(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-neighbour-'));
  const file = join(folder, 'posts.jsonl');
  const lines = [
    ...large.flatMap((name, at) => postsOf(name, at * posts.large, posts.large)),
    ...watched.flatMap((name, at) => postsOf(name, 1_000_000 + at * posts.watched, posts.watched)),
  ];
  await writeFile(file, lines.join('\n'));
  const [port] = await freePorts(1);
  const hackerNews = `http://127.0.0.1:${port}/hacker-news`;
  const earshot = await startEarshot(join(folder, 'data'), {
    SANDBOX_PORT: String(port),
    SANDBOX_POSTS: file,
    HACKER_NEWS_URL: hackerNews,
    HACKER_NEWS_SEARCH_URL: hackerNews,
  });
  try {
    const rows: string[][] = [];
    const slow: string[] = [];
    for (const neighbour of neighbours) {
      const { alone, beside } = await measure(earshot.url, neighbour);
      const times = percentile(beside, 50) / percentile(alone, 50);
      if (times > most) slow.push(neighbour.name);
      rows.push([
        neighbour.name,
        ms(percentile(alone, 50)),
        ms(percentile(beside, 50)),
        ms(Math.max(...beside)),
        times.toFixed(2),
      ]);
    }
    for (const line of table(['beside', 'alone p50 ms', 'beside p50 ms', 'max ms', 'x'], rows)) print(line);
    if (slow.length > 0) throw new Error(`more than ${most} times as long beside ${slow.join(', ')}`);
  } finally {
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lines of a posts file, numbered from `first`. The first post of a community is a lead. */
function postsOf(community: string, first: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: (10_000_000 + first + n).toString(36),
      subreddit: community,
      title: n === 0 ? 'Looking for invoicing software' : `New town, same bakery (${community}, ${n})`,
      selftext:
        n === 0 ? 'My clients pay late. Which tool sends reminders?' : 'The trains are late and the bread is better.',
      created_utc: 1_400_000_000 + first + n,
    }),
  );
}

async function measure(url: string, { prepare, load }: Neighbour) {
  const other = await businessUser(url, 'broad');
  await prepare(other);
  await measured(url);
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let scan = 0; scan < scans / 2; scan += 1) {
    alone.push(await measured(url));
    const over = new AbortController();
    const loading = load(other, over.signal);
    await sleep(500);
    beside.push(await measured(url));
    over.abort();
    await loading;
  }
  return { alone, beside };
}

/** Milliseconds from the start of a new user's scan to its end. */
async function measured(url: string): Promise<number> {
  const user = await businessUser(url, 'broad');
  for (const name of watched) await user.get(subreddit, '/api/subreddits', post({ name }));
  const startMs = performance.now();
  const { status, subredditsScanned } = await scanOnce(user);
  if (status !== 'completed' || subredditsScanned !== watched.length) throw new Error(`the scan is ${status}`);
  return performance.now() - startMs;
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}${n}`);
}

const ms = (value: number) => value.toFixed(0);

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
