import { random } from '@earshot/core/testing';
import type { ServiceName } from '@earshot/proto/values';
import { MongoClient } from 'mongodb';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postsFile } from '../faults/posts.ts';
import { type FreezeRun, freezeRun } from './freeze-run.ts';
import {
  type Baseline,
  baselineOf,
  type DisturbedRun,
  disturbedRun,
  type KillRun,
  killRun,
  type UnderWay,
} from './kill-run.ts';
import { type Cluster, type ClusterOptions, startCluster } from './start-cluster.ts';

/** A cluster with a site to scan, and the results of undisturbed scans. */
export interface KillFaults {
  readonly cluster: Cluster;
  readonly plain: Baseline;
  /** The same with a lead limit below the number of leads found. */
  readonly capped: Baseline;
  /** Scans with the kind of scan that the seed selects, while `disturb` does something to the cluster. */
  disturbed(seed: number, disturb: (underWay: UnderWay) => Promise<void>): Promise<DisturbedRun>;
  /** Kills the service once while a user scans. Every fourth seed scans with the limit. */
  run(service: ServiceName, seed: number): Promise<KillRun>;
  /** Freezes one of two lead processes while it handles a found post. */
  freeze(seed: number): Promise<FreezeRun>;
  /** `keep` leaves the folder with the logs. */
  stop(options?: { keep?: boolean }): Promise<void>;
}

export interface KillOptions extends Omit<ClusterOptions, 'namespace' | 'settings'> {
  readonly postsPerCommunity?: number;
}

/** Starts the cluster and runs two undisturbed scans: one without a limit, one with a limit. */
export async function prepareKills({ postsPerCommunity = 80, ...options }: KillOptions): Promise<KillFaults> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-posts-'));
  const posts = join(folder, 'posts.jsonl');
  await writeFile(posts, postsFile(postsPerCommunity));
  const settings = {
    SANDBOX_POSTS: posts,
    SANDBOX_REQUESTS_PER_MINUTE: '100000',
    // Kafka waits this long for a dead process before it reassigns its partitions. Many processes die here.
    KAFKA_SESSION_MS: '10000',
  };
  const cluster = await startCluster({ ...options, settings });
  const documents = new MongoClient(options.servers.mongoUrl);
  const stop = async (options?: { keep?: boolean }) => {
    await documents.close();
    await cluster.stop(options);
    await rm(folder, { recursive: true });
  };
  try {
    const world = { cluster, documents };
    const plain = await baselineOf(world, 100);
    const capped = await baselineOf(world, 25);
    const baselineFor = (seed: number) => (seed % 4 === 0 ? capped : plain);
    return {
      cluster,
      plain,
      capped,
      run: (service, seed) => killRun(world, baselineFor(seed), service, seed),
      disturbed: (seed, disturb) =>
        disturbedRun(world, baselineFor(seed), { name: `s${seed}`, next: random(seed) }, disturb),
      freeze: (seed) => freezeRun(world, plain, seed),
      stop,
    };
  } catch (error) {
    await stop({ keep: true });
    throw error;
  }
}
