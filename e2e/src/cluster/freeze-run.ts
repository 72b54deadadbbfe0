import { random, until } from '@earshot/core/testing';
import { setTimeout as wait } from 'node:timers/promises';
import { type Baseline, type DisturbedRun, disturbedRun, type KillWorld } from './kill-run.ts';
import type { ServiceProcess } from './service-process.ts';

export interface FreezeRun extends DisturbedRun {
  readonly seed: number;
  /** Milliseconds from the first found post that the process handled until the freeze. */
  readonly frozenAtMs: number;
  /** Whether the process was frozen while handling a post, and finished that post after the thaw. */
  readonly wentOn: boolean;
}

const foundWithinMs = 120_000;
const awakeWithinMs = 5_000;
/** Half of the users' records go to the other process. The chance that all of these do is one in a million. */
const mostUsers = 20;

/**
 * Two processes of the lead service share the work. The process that handles a user's found posts is frozen while it
 * handles one. The other process takes over and handles the post again. After the thaw the first process continues: its
 * write must not create a second lead.
 */
export async function freezeRun(world: KillWorld, baseline: Baseline, seed: number): Promise<FreezeRun> {
  const next = random(seed);
  const frozenAtMs = Math.round(next() * 100);
  // The first process also answers HTTP. If it were frozen, users would wait for it.
  const sleeper = world.cluster.process('lead', 1);
  const other = world.cluster.process('lead', 0);
  if (sleeper.pid() === undefined) await world.cluster.restart('lead', 1);
  for (let user = 1; user <= mostUsers; user += 1) {
    let frozen = false;
    let wentOn = false;
    const freeze = async () => {
      frozen = await takesFoundPosts(sleeper, other);
      if (!frozen) return;
      await wait(frozenAtMs);
      sleeper.freeze();
    };
    const thaw = async () => {
      if (!frozen) return;
      const before = await handled(sleeper);
      sleeper.thaw();
      const goesOn = async () => (await handled(sleeper)) > before;
      wentOn = await until('the frozen process to end what it had begun', goesOn, awakeWithinMs, 50).catch(() => false);
    };
    const run = await disturbedRun(world, baseline, { name: `f${seed}_${user}`, next }, freeze, thaw);
    if (frozen || run.wrong.length > 0) return { ...run, seed, frozenAtMs, wentOn };
  }
  throw new Error(`none of ${mostUsers} users' posts went to the process that was to freeze`);
}

/** Waits until one of the two processes has handled a found post. Resolves with whether it was `one`. */
async function takesFoundPosts(one: ServiceProcess, other: ServiceProcess): Promise<boolean> {
  const [ones, others] = [await handled(one), await handled(other)];
  return until(
    'a found post to be handled',
    async () => {
      if ((await handled(one)) > ones) return { taken: true };
      return (await handled(other)) > others && { taken: false };
    },
    foundWithinMs,
  ).then(({ taken }) => taken);
}

/** The number of found posts in the log of the process, including those that failed. */
async function handled(process: ServiceProcess): Promise<number> {
  return (await process.output()).split('"type":"lead.found"').length - 1;
}
