import { setImmediate as nextTurn } from 'node:timers/promises';

/** A limit exceeded in each of them is exceeded by the work, not by a busy machine or by code that is not optimized yet. */
const mostRuns = 10;

/**
 * The milliseconds of the longest turn of the event loop while `work` runs, in the best of up to ten runs; the first one
 * below `enoughMs` is good enough.
 */
export async function longestTurnMs(work: () => Promise<unknown>, enoughMs: number): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < mostRuns && best >= enoughMs; run += 1) best = Math.min(best, await measure(work));
  return best;
}

/** The processor time that this thread has used, in milliseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Each turn counts with the lesser of two clocks. A busy machine interrupts a turn, so that the wall clock runs on; the
 * processor time of a thread is counted in ticks of some milliseconds, and a tick may fall on a short turn.
 */
async function measure(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = { cpu: threadMs(), wall: performance.now() };
  let isRunning = true;
  const watch = async () => {
    while (isRunning) {
      await nextTurn();
      const now = { cpu: threadMs(), wall: performance.now() };
      longest = Math.max(longest, Math.min(now.cpu - last.cpu, now.wall - last.wall));
      last = now;
    }
  };
  const watching = watch();
  await work();
  isRunning = false;
  await watching;
  return longest;
}
