import type { ScanJob } from '@earshot/proto/http/scan';
import type { SourceId } from '@earshot/proto/values';
import { figureOf, freePorts } from '@earshot/core/testing';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Visitor } from '../../e2e/src/visitor.ts';
import { addCommunities, businessUser, scanOnce } from './business-user.ts';
import { cpuSeconds, memoryMb, startEarshot } from './earshot-process.ts';
import { communityName, writePosts } from './posts.ts';
import type { PhaseFigures } from './scale-cost.ts';

/** The size of one installation. No two users share a community. */
export interface ScaleSize {
  readonly communities: number;
  readonly postsEach: number;
  readonly communitiesAUser: number;
  /** Users who scan a second time; all by default. */
  readonly usersAgain?: number;
}

/** Scans that run at the same time. */
const atOnce = 4;
/** Lists of Hacker News that one further user scans. */
const hackerNewsLists = ['ask', 'show', 'comments'];

/** The jobs of one phase, one for each user. */
export interface Phase extends PhaseFigures {
  readonly jobs: readonly ScanJob[];
  readonly seconds: number;
  readonly endedAt: number;
}

/** The whole product in one process with the sandbox, and its users. */
export interface Installation {
  readonly size: ScaleSize;
  readonly postsFile: string;
  /** Scans the communities of all users once, or of the first ones. */
  scan(users?: number): Promise<Phase>;
  /** Scans the lists of Hacker News. `found` is the number of posts that became leads. */
  scanHackerNews(): Promise<{ readonly lists: number; readonly found: number; readonly requests: number }>;
  peakMb(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts an installation with generated posts and registers its users. */
export async function startInstallation(size: ScaleSize): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-scale-'));
  const postsFile = join(folder, 'posts.jsonl.gz');
  await writePosts(postsFile, Array<number>(size.communities).fill(size.postsEach));
  const data = join(folder, 'data');
  const [sandbox, metrics] = await freePorts(2);
  const hackerNews = `http://127.0.0.1:${sandbox}/hacker-news`;
  const earshot = await startEarshot(data, {
    SANDBOX_POSTS: postsFile,
    SANDBOX_PORT: String(sandbox),
    SANDBOX_REQUESTS_PER_MINUTE: '1000000',
    HACKER_NEWS_URL: hackerNews,
    HACKER_NEWS_SEARCH_URL: hackerNews,
    METRICS_PORT: String(metrics),
    REGISTRATIONS_PER_HOUR: '100000',
    NETWORK_CALLS_PER_MINUTE: '10000000',
  });
  const requests = async (source: SourceId) => {
    const scrape = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    return figureOf(scrape, 'sourceRequests', { source }) ?? 0;
  };
  try {
    const users = await register(earshot.url, size);
    let reader: Visitor | undefined;
    return {
      size,
      postsFile,
      scan: async (count = users.length) => {
        const before = {
          cpuS: await cpuSeconds(earshot.pid),
          bytes: await bytesIn(data),
          requests: await requests('sample'),
        };
        const start = performance.now();
        const jobs = await scanBy(users.slice(0, count));
        const endedAt = performance.now();
        const cpuS = (await cpuSeconds(earshot.pid)) - before.cpuS;
        const [bytes, sent] = [(await bytesIn(data)) - before.bytes, (await requests('sample')) - before.requests];
        const communities = Math.min(count * size.communitiesAUser, size.communities);
        return { communities, jobs, seconds: (endedAt - start) / 1_000, endedAt, cpuS, bytes, requests: sent };
      },
      scanHackerNews: async () => {
        if (reader === undefined) {
          reader = await businessUser(earshot.url, 'focused');
          await addCommunities(reader, hackerNewsLists, 'hacker-news');
        }
        const before = await requests('hacker-news');
        const { newLeadsFound: found } = await scanOnce(reader);
        return { lists: hackerNewsLists.length, found, requests: (await requests('hacker-news')) - before };
      },
      peakMb: async () => (await memoryMb(earshot.pid)).peakMb,
      stop: async () => {
        await earshot.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function register(url: string, { communities, communitiesAUser }: ScaleSize): Promise<Visitor[]> {
  const users: Visitor[] = [];
  for (let from = 0; from < communities; from += communitiesAUser) {
    const user = await businessUser(url, 'focused');
    const count = Math.min(communitiesAUser, communities - from);
    await addCommunities(
      user,
      Array.from({ length: count }, (_, n) => communityName(from + n)),
    );
    users.push(user);
  }
  return users;
}

/** Scans for all users, a few at a time. The jobs are in the order of the users. */
async function scanBy(users: readonly Visitor[]): Promise<ScanJob[]> {
  const jobs: ScanJob[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < users.length; at = next++) {
      const user = users[at];
      if (user !== undefined) jobs[at] = await scanOnce(user);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return jobs;
}

/** The bytes of the data folder, without the sandbox's own. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('/sandbox'));
  const sizes = files.map(
    async ({ parentPath, name }) => (await stat(join(parentPath, name)).catch(() => null))?.size ?? 0,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
