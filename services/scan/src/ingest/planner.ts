import { setTimeout as wait } from 'node:timers/promises';
import { type KeyValue, type Lease, leaseToSaveWork, type Listening, unlessAway } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { isSlow, type SiteBudget, type Source, type Sources, takeFromWindows } from '@earshot/sources';
import { readFor } from '../domain/feed.ts';
import { asksChannel, changesChannel } from '../store/feed-store.ts';
import type { FeedPlan } from './feed-plan.ts';
import { type PageDeps, readNextPage } from './read-page.ts';

export interface PlannerDeps extends PageDeps {
  readonly plan: FeedPlan;
  readonly sources: Pick<Sources, 'get' | 'all'>;
  /** Called after a page was saved, with its events. */
  readonly saved: () => void;
  readonly kv: Pick<KeyValue, 'lease' | 'listen' | 'publish' | 'increment'>;
}

/** One process reads this many communities of a source at once, or fewer if the site allows one request a second. */
const atOnce = 4;
const slowAtOnce = 2;
/** A community whose owner died is read by another process after this time. */
const leaseMs = 20_000;
const renewMs = 5_000;
/** Asks wake the planner. It also looks without one, because messages may be lost. */
const idleMs = 5_000;
/** Until the next look at a community that another process owns, and after a fault of the documents. */
const ownedMs = 1_000;
const unheardMs = 100;
/** Communities that are looked at for the next page. */
const lookedAt = 50;
/** Reads for users who listen leave the other half of a site's budget, and of the reads at once, to those who wait. */
const backgroundShare = 2;
/** The length of the windows in which that half is dealt. */
const shareSeconds = 10;
/** Until the next look for a part of the budget. */
const budgetMs = 1_000;

/**
 * Reads the communities that somebody waits for, page by page, in the order of the plan, and after them those that users
 * listen to. One process at a time owns a community, by a lease. All processes share the budget of the source, which its
 * adapter keeps.
 */
export function createPlanner(deps: PlannerDeps): Part {
  const stop = new AbortController();
  const bySource = new Map(deps.sources.all.map((source) => [source.definition.id, emptyReads()]));
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  let listening: Listening | null = null;
  let working: Promise<void> = Promise.resolve();

  const round = async (): Promise<number> => {
    let nextMs = listening?.live() === true ? idleMs : unheardMs;
    for (const source of deps.sources.all) {
      const reading = bySource.get(source.definition.id) ?? emptyReads();
      nextMs = Math.min(nextMs, await fill(deps, { source, reading, wake, signal: stop.signal }));
    }
    return nextMs;
  };
  const work = async () => {
    while (!stop.signal.aborted) {
      woken = Promise.withResolvers<void>();
      const pauseMs = await round().catch((err: unknown) => {
        deps.log.warn({ err }, 'could not read which communities to fetch; retrying');
        return ownedMs;
      });
      await Promise.race([woken.promise, wait(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined)]);
    }
  };
  return {
    name: 'ingest planner',
    start: async () => {
      listening = deps.kv.listen(asksChannel, { onMessage: wake, onGap: wake });
      working = work();
    },
    stop: async () => {
      stop.abort();
      wake();
      await working;
      await Promise.all([...bySource.values()].flatMap((reading) => [...reading.values()].map(({ ended }) => ended)));
      await listening?.stop();
    },
  };
}

const emptyReads = (): Reads => new Map();

interface Filling {
  readonly source: Source;
  /** The budget keys of the communities that this process reads now, by community. */
  readonly reading: Reads;
  readonly wake: () => void;
  readonly signal: AbortSignal;
}

type Reads = Map<string, { readonly budget: string; readonly ended: Promise<void> }>;

/** Starts the next pages of a source. Resolves with the milliseconds until the next one is due. */
async function fill(deps: PlannerDeps, { source, reading, wake, signal }: Filling): Promise<number> {
  const now = deps.clock.now();
  const { id } = source.definition;
  const asked = await deps.plan.asked(id, now, lookedAt);
  const listenedTo = await deps.plan.listenedTo(id, now, lookedAt);
  const spent = new Set<string>();
  let nextMs = Infinity;
  for (const { key, name, priority, dueAt } of [...asked, ...listenedTo]) {
    const budget = source.definition.budgetOf(name);
    const isBackground = priority === readFor.background;
    if (signal.aborted) break;
    if (reading.has(key) || isFull(reading, budget, isBackground) || (isBackground && spent.has(budget.key))) continue;
    const dueMs = dueAt.getTime() - now.getTime();
    if (dueMs > 0) nextMs = Math.min(nextMs, dueMs);
    const lease = dueMs > 0 ? null : await leaseToSaveWork(deps.kv, `ingest:${key}`, leaseMs);
    if (lease === null) {
      if (dueMs <= 0) nextMs = Math.min(nextMs, ownedMs);
      continue;
    }
    if (isBackground && !(await takeShare(deps.kv, budget))) {
      spent.add(budget.key);
      nextMs = Math.min(nextMs, budgetMs);
      await lease.release();
      continue;
    }
    const ended = own(deps, { key, lease, signal }).finally(() => {
      reading.delete(key);
      wake();
    });
    reading.set(key, { budget: budget.key, ended });
  }
  return nextMs;
}

function isFull(reading: Reads, site: SiteBudget, isBackground: boolean): boolean {
  const ofKey = [...reading.values()].filter(({ budget }) => budget === site.key).length;
  return ofKey >= (isSlow(site) ? slowAtOnce : atOnce) / (isBackground ? backgroundShare : 1);
}

/**
 * Takes a page from the part of a site's budget that reads in the background may use. The part is dealt in short windows,
 * so that it is not used up in the first minutes of a long one.
 */
async function takeShare(kv: PlannerDeps['kv'], { key, windows }: SiteBudget): Promise<boolean> {
  const share = windows.map(({ requests, perSeconds }) => {
    const aSecond = requests / perSeconds / backgroundShare;
    const seconds = Math.min(perSeconds, shareSeconds);
    return aSecond * seconds >= 1
      ? { requests: Math.floor(aSecond * seconds), perSeconds: seconds }
      : { requests: 1, perSeconds: 1 / aSecond };
  });
  return unlessAway(
    () => takeFromWindows(kv, { key: `background:${key}`, windows: share }),
    () => false,
  );
}

interface Owned {
  readonly key: string;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

/** Reads one page under the lease, and reports the change to those who wait. */
async function own(deps: PlannerDeps, { key, lease, signal }: Owned): Promise<void> {
  const renewal = setInterval(() => void lease.renew(leaseMs), renewMs);
  try {
    // The last owner may have changed it since the plan was read.
    const feed = await deps.plan.current(key, deps.clock.now());
    if (feed === null || feed.dueAt > deps.clock.now()) return;
    await readNextPage(deps, feed, signal);
    deps.saved();
    await unlessAway(
      () => deps.kv.publish(changesChannel, key),
      () => undefined,
    );
  } catch (err) {
    deps.log.warn({ err, feed: key }, 'could not save how far a community was read; retrying');
    // The documents are away. Without this pause, the same page would be read again and again.
    await wait(ownedMs, undefined, { signal }).catch(() => undefined);
  } finally {
    clearInterval(renewal);
    await lease.release();
  }
}
