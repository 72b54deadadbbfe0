import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOut } from './earlier-sources.ts';
import type { ServerProcess } from './earshot-process.ts';
import { cpuSeconds, sleep, startEarshot } from './earshot-process.ts';
import { table } from './figures.ts';

/** The last commit in which relays looked every 5 s and the mail sender every second. */
const polledMore = 'f95ec118';
/**
 * Milliseconds until the work of the start has ended. V8 collects the garbage of a start once more after 108 s and after
 * 215 s, so a minute from here on has only the idle work.
 */
const settleMs = 20_000;

/**
 * Measures the processor time of the whole product in one process while nobody uses it, now and in an earlier version,
 * which it checks out into a temporary folder. Both run at the same time, for `seconds`.
 */
export async function benchIdle({ seconds, print }: { seconds: number; print: (line: string) => void }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-idle-'));
  const sources = join(folder, 'sources');
  const earlier = await checkOut(polledMore, sources);
  const running: ServerProcess[] = [];
  try {
    for (const [data, from] of [['before', sources], ['now']] as const)
      running.push(await startEarshot(join(folder, data), { SANDBOX_ARRIVALS_PER_HOUR: '0' }, from));
    await sleep(settleMs);
    const used = () => Promise.all(running.map(({ pid }) => cpuSeconds(pid)));
    const start = await used();
    await sleep(seconds * 1_000);
    const end = await used();
    const [before = 0, now = 0] = end.map((value, at) => (value - (start[at] ?? 0)) / seconds);
    const rows = [
      [polledMore, before.toFixed(4), '1.00'],
      ['now', now.toFixed(4), (now / before).toFixed(2)],
    ];
    for (const line of table(['version', 'cores while idle', 'x'], rows)) print(line);
  } finally {
    for (const server of running) await server.stop();
    await earlier.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
