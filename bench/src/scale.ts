import { leadThresholds } from '@earshot/proto/values';
import { setTimeout as sleepUntil } from 'node:timers/promises';
import { keylessScorer, type Post, prefilterer } from '@earshot/scoring';
import { description } from './business-user.ts';
import { table } from './figures.ts';
import { communityName } from './posts.ts';
import {
  defaultUsage,
  monthlyCosts,
  requestsADay,
  type ScaleFigures,
  type UnitCosts,
  unitCosts,
  usersOfBudget,
} from './scale-cost.ts';
import { type Installation, type Phase, type ScaleSize, startInstallation } from './scale-installation.ts';
import { readCommunities } from './scan-posts.ts';

/** Scans that start later than this after a community was read send a request to the source again. */
const headFreshMs = 61_000;
/** The budgets of the sources, in requests a minute. */
const budgets = { Reddit: 100, 'Hacker News': 60 } as const;

/** From many posts in each community to few: the costs of a post and those of a scan follow from the differences. */
export const allSizes: readonly ScaleSize[] = [
  { communities: 10, postsEach: 250, communitiesAUser: 10 },
  { communities: 100, postsEach: 100, communitiesAUser: 10 },
  { communities: 1_000, postsEach: 10, communitiesAUser: 10 },
  { communities: 10_000, postsEach: 1, communitiesAUser: 100, usersAgain: 10 },
];
export const shortSizes: readonly ScaleSize[] = [
  { communities: 10, postsEach: 250, communitiesAUser: 10 },
  { communities: 20, postsEach: 100, communitiesAUser: 10 },
  { communities: 100, postsEach: 5, communitiesAUser: 10 },
];

interface Measured extends ScaleFigures {
  readonly first: Phase;
  readonly again: Phase;
  readonly peakMb: number;
}

/**
 * Scans the communities of installations of several sizes, each in one new process, and scans them again after a
 * minute, when nothing is new. Prints the costs of each, and those of users a month that follow. Throws if a count
 * differs from the scorer alone, or if the number of requests to a source is wrong.
 */
export async function benchScale(sizes: readonly ScaleSize[], print: (line: string) => void): Promise<void> {
  const installations: Installation[] = [];
  try {
    const first: Phase[] = [];
    for (const size of sizes) {
      const installation = await startInstallation(size);
      installations.push(installation);
      const expected = await expectedCounts(installation);
      first.push(await installation.scan());
      checkFirst(size, first.at(-1)?.jobs ?? [], expected);
    }
    const hackerNewsFirst = await hackerNewsScan(installations[0]);
    const measured: Measured[] = [];
    for (const [n, installation] of installations.entries()) {
      const before = first[n];
      if (before === undefined) continue;
      await sleepUntil(Math.max(0, before.endedAt + headFreshMs - performance.now()));
      const again = await installation.scan(installation.size.usersAgain);
      checkAgain(installation.size, again.jobs);
      measured.push(await figuresOf(installation, before, again));
    }
    const hackerNewsAgain = await hackerNewsScan(installations[0]);
    report(measured, print);
    print(`Hacker News: ${hackerNewsFirst}; again, ${hackerNewsAgain}`);
  } finally {
    for (const installation of installations) await installation.stop();
  }
}

async function figuresOf(installation: Installation, first: Phase, again: Phase): Promise<Measured> {
  const { communities, postsEach } = installation.size;
  const pages = Math.ceil(postsEach / 100);
  // The token is there: the size of a community was asked for when it was added.
  mustEqual('requests of the first scan', first.requests, communities * pages);
  mustEqual('requests of the second scan', again.requests, again.communities);
  return { postsEach, first, again, peakMb: await installation.peakMb() };
}

/** A list costs one request, and each found post another, because the search also returns removed posts. */
async function hackerNewsScan(installation: Installation | undefined): Promise<string> {
  const figures = await installation?.scanHackerNews();
  if (figures === undefined) return '';
  const { lists, found, requests } = figures;
  const least = lists + found;
  if (requests < least || (found === 0 && requests > least))
    throw new Error(`${requests} requests to Hacker News for ${lists} lists and ${found} leads`);
  return `${requests} requests for ${lists} lists and ${found} new leads`;
}

/** How many posts of a user pass the pre-filter, and how many become leads. */
interface Expected {
  readonly scored: number;
  readonly found: number;
}

/** The counts of each user's first scan, by the scorer alone. */
async function expectedCounts({ size, postsFile }: Installation): Promise<Expected[]> {
  const all = await readCommunities(postsFile);
  const [filter, scorer] = [prefilterer(), keylessScorer()];
  const counts = async (posts: readonly Post[], name: string) => {
    const business = { description, communities: [name] };
    const { kept } = filter(business, posts);
    const verdicts = await scorer.score(business, kept);
    return {
      scored: kept.length,
      found: verdicts.filter(({ score }) => (score ?? 0) >= leadThresholds.focused).length,
    };
  };
  const users: Expected[] = [];
  for (let from = 0; from < size.communities; from += size.communitiesAUser) {
    const total = { scored: 0, found: 0 };
    for (let n = from; n < Math.min(from + size.communitiesAUser, size.communities); n += 1) {
      const { scored, found } = await counts(all.get(communityName(n)) ?? [], communityName(n));
      total.scored += scored;
      total.found += found;
    }
    users.push(total);
  }
  return users;
}

function checkFirst(size: ScaleSize, jobs: Phase['jobs'], expected: readonly Expected[]): void {
  mustEqual('scans', jobs.length, expected.length);
  for (const [n, { funnel, status, errorMessage, newLeadsFound }] of jobs.entries()) {
    const { fetched, known, stale, filtered, scored, unscored, belowThreshold, created } = funnel;
    const posts = postsOf(size, n);
    const { scored: kept, found } = expected[n] ?? { scored: -1, found: -1 };
    mustEqual(`end of scan ${n}`, [status, errorMessage], ['completed', null]);
    mustEqual(`first scan ${n}`, [fetched, known, stale, filtered], [posts, 0, 0, posts - kept]);
    mustEqual(`scores of scan ${n}`, [scored, unscored, belowThreshold], [kept, 0, kept - found]);
    mustEqual(`leads of scan ${n}`, [created, newLeadsFound], [found, found]);
  }
}

function checkAgain(size: ScaleSize, jobs: Phase['jobs']): void {
  for (const [n, { funnel, status, newLeadsFound }] of jobs.entries()) {
    const is = [status, funnel.fetched, funnel.known, newLeadsFound];
    mustEqual(`second scan ${n}`, is, ['completed', postsOf(size, n), postsOf(size, n), 0]);
  }
}

function postsOf({ communities, postsEach, communitiesAUser }: ScaleSize, user: number): number {
  return Math.min(communitiesAUser, communities - user * communitiesAUser) * postsEach;
}

function mustEqual(what: string, is: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(is), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}

function report(all: readonly Measured[], print: (line: string) => void): void {
  const phases = all.flatMap(({ postsEach, first, again, peakMb }) =>
    [first, again].map((phase, n) => [
      String(phase.communities),
      String(phase.communities * postsEach),
      n === 0 ? 'new' : 'known',
      phase.cpuS.toFixed(2),
      ((phase.cpuS / phase.communities) * 1_000).toFixed(1),
      phase.seconds.toFixed(1),
      (phase.bytes / 1e6).toFixed(1),
      String(phase.requests),
      peakMb.toFixed(0),
    ]),
  );
  const head = ['communities', 'posts', 'are', 'cpu s', 'ms each', 'seconds', 'MB written', 'requests', 'peak MB'];
  for (const line of table(head, phases)) print(line);
  const [more, page, few] = [all[0], all[1], all.at(-1)];
  if (more !== undefined && page !== undefined && few !== undefined) reportCosts(unitCosts(few, page, more), print);
}

function reportCosts(costs: UnitCosts, print: (line: string) => void): void {
  const us = (seconds: number) => `${(seconds * 1e6).toFixed(0)} us`;
  print(
    `a scan of a community ${us(costs.scanS)}, ${costs.scanBytes.toFixed(0)} bytes; reading a post ${us(costs.readS)};`,
  );
  print(`a known post ${us(costs.knownS)}; a new post ${us(costs.newS)} more, ${costs.postBytes.toFixed(0)} bytes`);
  const thousand = [(costs.readS + costs.knownS + costs.newS) / 3.6, costs.postBytes / 1e6].map((one) =>
    one.toFixed(5),
  );
  print(`1,000 new posts: ${thousand[0]} core-hours, ${thousand[1]} GB, 10 requests if one listing has them`);
  const users = [10, 100, 1_000, 10_000, 100_000, 1_000_000].map((count) => {
    const { coreHours, gigabytes, requests } = monthlyCosts(count, defaultUsage, costs);
    return [count, coreHours, coreHours / 720, gigabytes, requests / 43_200].map((one) =>
      one.toFixed(one < 10 ? 2 : 0),
    );
  });
  for (const line of table(['users', 'core-hours a month', 'cores', 'GB a month', 'requests a minute'], users))
    print(line);
  for (const [source, budget] of Object.entries(budgets))
    print(
      `${source} allows ${budget} requests a minute: ${usersOfBudget(budget, defaultUsage)} users, ${requestsADay(defaultUsage)} requests a community and day`,
    );
}
