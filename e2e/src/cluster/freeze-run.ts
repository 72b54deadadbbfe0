import { random, until } from '@earshot/core/testing';
import { setTimeout as wait } from 'node:timers/promises';
import type { Baseline, DisturbedRun, KillWorld } from './kill-run.ts';
import { disturbedRun } from './kill-run.ts';
import type { ServiceProcess } from './service-process.ts';

export interface FreezeRun extends DisturbedRun {
  readonly seed: number;
  /** Milliseconds after the first found post reached the process. */
  readonly frozenAtMs: number;
  /** Whether it stood in the middle of a post, and ended that afterwards. */
  readonly wentOn: boolean;
}

const foundWithinMs = 120_000;
const awakeWithinMs = 5_000;
/** Half of the users' records go to the other process: by chance all of these, once in a million runs. */
const mostUsers = 20;

/**
 * Two processes of lead share the work. The one that takes a user's found posts stands still in the middle of one, so
 * that the other takes over and does it again, and then goes on where it stood: its write must not make a second lead.
 */
export async function freezeRun(world: KillWorld, baseline: Baseline, seed: number): Promise<FreezeRun> {
  const next = random(seed);
  const frozenAtMs = Math.round(next() * 100);
  // The first one also answers HTTP, which a user would rightly wait for.
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

/** Waits for the first found post that one of them has handled; whether it was `one`. */
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

/** Found posts that its log tells of, well or not. */
async function handled(process: ServiceProcess): Promise<number> {
  return (await process.said()).split('"type":"lead.found"').length - 1;
}
