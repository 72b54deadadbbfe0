import { random } from '@earshot/core/testing';
import type { ServiceName } from '@earshot/proto/values';
import type { Db, MongoClient } from 'mongodb';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { differences, type Outcome, outcomeOf } from '../faults/outcome.ts';
import type { Visitor } from '../visitor.ts';
import { patient } from './patient.ts';
import { readyToScan } from './people.ts';
import type { Cluster } from './start-cluster.ts';
import { startWriter } from './writer.ts';
import { kindsOfWrites } from './writes.ts';

/**
 * Twice the longest lease of the product, which a worker holds on a community's listing. Nothing may be stuck longer.
 */
const twoLeasesMs = 2 * 30_000;
/** An undisturbed scan takes seconds. The timeout allows for a busy machine. */
const undisturbedWithinMs = 240_000;
const lookEveryMs = 100;
/** The longest time for which a killed process stays down, in milliseconds. */
const longestDownMs = 1_500;

/** The approximate share of a scan's time in which workers are busy. */
const workersShare = 0.25;

/** The result of one kind of scan before any process is killed. */
export interface Baseline {
  readonly maxLeadsPerScan: number;
  readonly outcome: Outcome;
  readonly ms: number;
}

export interface DisturbedRun {
  /** Milliseconds from the end of the disturbance until the scan ended. null when it did not end. */
  readonly endedAfterMs: number | null;
  /** Number of acknowledged writes. The run checks all of them afterwards. */
  readonly acknowledged: number;
  /** Number of writes with an unknown outcome. */
  readonly unknown: number;
  /** Descriptions of everything that is wrong. Empty when the run passed. */
  readonly wrong: readonly string[];
}

export interface KillRun extends DisturbedRun {
  readonly service: ServiceName;
  readonly seed: number;
  /** Milliseconds after the start of the scan. */
  readonly killedAtMs: number;
  readonly downMs: number;
}

/** Facts that all runs on one installation share, whether it runs as processes or in Kubernetes. */
export interface FaultWorld {
  readonly cluster: Pick<Cluster, 'namespace' | 'url'>;
  /** The databases, read directly instead of through the services. */
  readonly documents: MongoClient;
}

/** An installation whose processes can be killed. */
export interface KillWorld extends FaultWorld {
  readonly cluster: Cluster;
}

/** Runs one scan without faults. The writer works during it as in every other run. */
export async function baselineOf(world: FaultWorld, maxLeadsPerScan: number): Promise<Baseline> {
  const run = await beginRun(world, { name: `b${maxLeadsPerScan}`, maxLeadsPerScan, next: random(1) });
  const startedMs = performance.now();
  const jobId = await startScan(run.visitor);
  // On a busy machine a call may fail because a service answers too slowly.
  const outcome = await outcomeOf(patient(run.visitor, twoLeasesMs), jobId, undisturbedWithinMs, lookEveryMs);
  const ms = performance.now() - startedMs;
  const { wrong } = await run.end();
  if (wrong.length > 0) throw new Error(`wrong without any fault:\n${wrong.join('\n')}`);
  return { maxLeadsPerScan, outcome, ms };
}

/**
 * A user scans while a writer works, and `disturb` does something to the cluster meanwhile. Afterwards the outcome must
 * equal that of an undisturbed scan. `afterwards` runs when the scan has ended, before the check for duplicates and
 * lost writes. Runs of one installation must not overlap.
 */
export async function disturbedRun(
  world: FaultWorld,
  baseline: Baseline,
  options: Pick<RunOptions, 'name' | 'next'>,
  disturb: (underWay: UnderWay) => Promise<void>,
  afterwards: () => Promise<void> = async () => {},
): Promise<DisturbedRun> {
  const run = await beginRun(world, { ...options, maxLeadsPerScan: baseline.maxLeadsPerScan });
  let endedAfterMs: number | null = null;
  const scanned = async () => {
    const jobId = await startScan(run.visitor);
    await disturb({ visitor: run.visitor, acknowledged: run.acknowledged });
    const overMs = performance.now();
    // The baseline was measured on the same machine, which may have become busier since.
    const withinMs = twoLeasesMs + 10 * baseline.ms;
    const outcome = await outcomeOf(patient(run.visitor, twoLeasesMs), jobId, withinMs, lookEveryMs);
    endedAfterMs = Math.round(performance.now() - overMs);
    await afterwards();
    return differences(baseline.outcome, outcome);
  };
  const wrong = await scanned().catch((error: unknown) => [String(error)]);
  const { acknowledged, unknown, wrong: lost } = await run.end();
  return { endedAfterMs, acknowledged, unknown, wrong: [...wrong, ...lost] };
}

/** Kills the service at a moment that the seed determines, and restarts it shortly afterwards. */
export async function killRun(
  world: KillWorld,
  baseline: Baseline,
  service: ServiceName,
  seed: number,
): Promise<KillRun> {
  const next = random(seed);
  // Workers finish long before the last lead is stored, so half of the kills fall into the workers' time.
  const killedAtMs = Math.round(next() * (next() < 0.5 ? workersShare : 1) * baseline.ms);
  const downMs = Math.round(next() * longestDownMs);
  const run = await disturbedRun(world, baseline, { name: `s${seed}`, next }, async () => {
    await wait(killedAtMs);
    await world.cluster.kill(service);
    await wait(downMs);
    await world.cluster.restart(service);
  });
  return { ...run, service, seed, killedAtMs, downMs };
}

/** What a disturbance can see of the run. */
export interface UnderWay {
  /** The user whose scan runs. */
  readonly visitor: Visitor;
  /** Number of acknowledged writes so far, by kind. */
  acknowledged(): Readonly<Record<string, number>>;
}

interface RunOptions {
  readonly name: string;
  readonly maxLeadsPerScan: number;
  readonly next: () => number;
}

/** Deletes the cached posts of all communities, so that the next scan reads the present site. */
export async function emptyCaches({ cluster, documents }: FaultWorld): Promise<void> {
  const scan = documents.db(`${cluster.namespace}_scan`);
  for (const cache of ['reddit_post_cache', 'community_feeds']) await scan.collection(cache).deleteMany({});
}

/** Prepares a user who can scan a site with empty caches, and starts the writer. */
async function beginRun(world: FaultWorld, { name, maxLeadsPerScan, next }: RunOptions) {
  const { cluster, documents } = world;
  await emptyCaches(world);
  const visitor = await readyToScan(cluster.url, name, maxLeadsPerScan);
  const starter = await readyToScan(cluster.url, `${name}-starter`, maxLeadsPerScan);
  const kinds = kindsOfWrites({ owner: visitor, starter, mark: name, next });
  const writer = startWriter(kinds);
  const end = async () => {
    const { acknowledged, unknown, wrong } = await writer.stop();
    const lost = await Promise.all(kinds.map((kind) => kind.lost().catch((error: unknown) => [String(error)])));
    const count = Object.values(acknowledged).reduce((sum, one) => sum + one, 0);
    const twice = await duplicateLeads(documents.db(`${cluster.namespace}_lead`));
    return { acknowledged: count, unknown, wrong: [...wrong, ...lost.flat(), ...twice] };
  };
  return { visitor, end, acknowledged: writer.acknowledged };
}

async function startScan(visitor: Visitor): Promise<string> {
  const started = await patient(visitor, twoLeasesMs).get(z.object({ jobId: z.string() }), '/api/leads/scan/start', {
    method: 'POST',
  });
  return started.jobId;
}

/** Reads the database directly, because the service might show only one of two duplicates. */
async function duplicateLeads(lead: Db): Promise<string[]> {
  const key = { user: '$userId', post: '$redditPostId' };
  const twice = await lead
    .collection('leads')
    .aggregate([{ $group: { _id: key, count: { $sum: 1 } } }, { $match: { count: { $gt: 1 } } }])
    .toArray();
  return twice.map((found) => `a lead more than once: ${JSON.stringify(found)}`);
}
