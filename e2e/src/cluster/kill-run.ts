import { random } from '@earshot/core/testing';
import type { ServiceName } from '@earshot/proto/values';
import type { Db, MongoClient } from 'mongodb';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Outcome } from '../faults/outcome.ts';
import { differences, outcomeOf } from '../faults/outcome.ts';
import type { Visitor } from '../visitor.ts';
import { patient } from './patient.ts';
import { readyToScan } from './people.ts';
import type { Cluster } from './start-cluster.ts';
import { startWriter } from './writer.ts';
import { kindsOfWrites } from './writes.ts';

/** The longest lease of the product, that of a worker on a community's listing: nothing may be stuck longer than two. */
const twoLeasesMs = 2 * 30_000;
/** An undisturbed scan takes seconds; this is for a busy machine. */
const undisturbedWithinMs = 240_000;
const lookEveryMs = 100;
/** Longest time a killed process stays away. */
const longestDownMs = 1_500;

/** Of a scan's time, about. */
const workersShare = 0.25;

/** What is known of one kind of scan before anything is killed. */
export interface Baseline {
  readonly maxLeadsPerScan: number;
  readonly outcome: Outcome;
  readonly ms: number;
}

export interface DisturbedRun {
  /** Milliseconds from the end of the disturbance until the scan had ended; null when it did not. */
  readonly endedAfterMs: number | null;
  /** Acknowledged writes; all were looked for afterwards. */
  readonly acknowledged: number;
  /** Writes of which nobody could say what became of them. */
  readonly unknown: number;
  /** What is wrong, in words; empty when all is right. */
  readonly wrong: readonly string[];
}

export interface KillRun extends DisturbedRun {
  readonly service: ServiceName;
  readonly seed: number;
  /** Milliseconds after the start of the scan. */
  readonly killedAtMs: number;
  readonly downMs: number;
}

/** What runs of one installation share, however it runs. */
export interface FaultWorld {
  readonly cluster: Pick<Cluster, 'namespace' | 'url'>;
  /** Its documents, looked at past the services. */
  readonly documents: MongoClient;
}

/** One whose processes can be killed. */
export interface KillWorld extends FaultWorld {
  readonly cluster: Cluster;
}

/** Scans once with nothing killed; the writer is at work all the same. */
export async function baselineOf(world: FaultWorld, maxLeadsPerScan: number): Promise<Baseline> {
  const run = await beginRun(world, { name: `b${maxLeadsPerScan}`, maxLeadsPerScan, next: random(1) });
  const startedMs = performance.now();
  const jobId = await startScan(run.visitor);
  // On a busy machine a call may find a part too slow.
  const outcome = await outcomeOf(patient(run.visitor, twoLeasesMs), jobId, undisturbedWithinMs, lookEveryMs);
  const ms = performance.now() - startedMs;
  const { wrong } = await run.end();
  if (wrong.length > 0) throw new Error(`wrong without any fault:\n${wrong.join('\n')}`);
  return { maxLeadsPerScan, outcome, ms };
}

/**
 * A user scans while others write, and something is done to the cluster meanwhile. When it is over, everything must
 * come to what came of it undisturbed. `afterwards` happens once the scan has ended, before duplicates and acknowledged
 * writes are looked for. Runs of one world follow one another.
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
    // What the scan itself takes was measured on the same machine, whose neighbours may have become busy since.
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

/** The service is killed at a moment that the seed decides, and started again a moment later. */
export async function killRun(
  world: KillWorld,
  baseline: Baseline,
  service: ServiceName,
  seed: number,
): Promise<KillRun> {
  const next = random(seed);
  // Workers are done long before the last lead has settled: half of the moments are theirs.
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

/** What a disturbance may look at. */
export interface UnderWay {
  /** The user whose scan runs. */
  readonly visitor: Visitor;
  /** Acknowledged writes so far, by kind. */
  acknowledged(): Readonly<Record<string, number>>;
}

interface RunOptions {
  readonly name: string;
  readonly maxLeadsPerScan: number;
  readonly next: () => number;
}

/** A user ready to scan a site that nobody has read yet, and a writer at work. */
async function beginRun({ cluster, documents }: FaultWorld, { name, maxLeadsPerScan, next }: RunOptions) {
  const scan = documents.db(`${cluster.namespace}_scan`);
  for (const cache of ['reddit_post_cache', 'community_feeds']) await scan.collection(cache).deleteMany({});
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

/** Looked for past the service, which may show one of two only. */
async function duplicateLeads(lead: Db): Promise<string[]> {
  const key = { user: '$userId', post: '$redditPostId' };
  const twice = await lead
    .collection('leads')
    .aggregate([{ $group: { _id: key, count: { $sum: 1 } } }, { $match: { count: { $gt: 1 } } }])
    .toArray();
  return twice.map((found) => `a lead more than once: ${JSON.stringify(found)}`);
}
