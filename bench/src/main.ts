import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { benchBus } from './bus.ts';
import { benchBusyNeighbour } from './busy-neighbour.ts';
import { benchClientsLeave } from './clients-leave.ts';
import { benchEncoder } from './encoder.ts';
import { benchFlame } from './flame.ts';
import { benchHostileClients } from './hostile-clients.ts';
import { benchIdle, benchIdleCluster } from './idle.ts';
import { benchLeadsPages } from './leads-pages.ts';
import { benchLightTasks } from './light-tasks.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchListen, listenSize, shortListenSize } from './listen.ts';
import { benchLiveFanout } from './live-fanout.ts';
import { benchLiveReplay } from './live-replay.ts';
import { benchOwnerService } from './owner-service.ts';
import { postsOfBench } from './posts.ts';
import { benchRequestPathCluster } from './request-path-cluster.ts';
import { allSizes, benchScale, shortSizes } from './scale.ts';
import { benchScan } from './scan.ts';
import { selection } from './selection.ts';
import { benchWebSizes } from './web-sizes.ts';

const print = (line: string): void => console.log(line);
const { values, positionals: named } = readArguments();
const posts = () => postsOfBench(values.posts);

function readArguments() {
  try {
    return parseArgs({ options: { posts: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error('usage: npm run bench -- [BENCH]... [--posts FILE.jsonl.gz]');
    process.exit(1);
  }
}

type Benches = Readonly<Record<string, () => Promise<void>>>;

/** Benchmarks that run without a name, in less than 20 minutes. */
const embedded: Benches = {
  scan: async () => benchScan(await posts(), print),
  'scale-short': () => benchScale(shortSizes, print),
  encoder: () => benchEncoder(print),
  'leads-pages': () => benchLeadsPages({ leads: 50_000, rounds: 100, print }),
  'hostile-clients': () => benchHostileClients(print),
  'busy-neighbour': () => benchBusyNeighbour(print),
  idle: () => benchIdle({ seconds: 60, print }),
  'clients-leave': () => benchClientsLeave(print),
  'owner-service': () => benchOwnerService({ leads: 50_000, calls: 3_000, print }),
  'live-fanout': () => benchLiveFanout({ sockets: 2_000, rounds: 3, print }),
  'live-replay': () => benchLiveReplay({ clients: 1_000, events: 40, cutEveryMs: 5_000, awayMs: 1_000, print }),
  'listen-short': () => benchListen(shortListenSize, print),
  'web-sizes': () => benchWebSizes(print),
};
/** Long forms, and benchmarks of the web app in a Chromium. They run only when named. */
const long: Benches = {
  scale: () => benchScale(allSizes, print),
  flame: async () => benchFlame(await posts(), print),
  'live-replay-long': () => benchLiveReplay({ clients: 1_000, events: 120, cutEveryMs: 15_000, awayMs: 2_000, print }),
  listen: () => benchListen(listenSize, print),
  lighthouse: () => benchLighthouse(print),
};
/**
 * Benchmarks of a cluster, all of which run as `cluster`. They run only when named, because they need Docker (or
 * `TEST_KAFKA`, `TEST_MONGO` and `TEST_REDIS`). `request-path-cluster` always needs Docker.
 */
const cluster: Benches = {
  bus: () => benchBus(print),
  'light-tasks': () => benchLightTasks({ tasks: 5_000, print }),
  'request-path-cluster': () => benchRequestPathCluster(print),
  'idle-cluster': () => benchIdleCluster({ seconds: 60, print }),
};
const benches = { ...embedded, ...long, ...cluster };
const groups: Readonly<Record<string, Benches>> = { cluster };

const { chosen, unknown } = selection(named, { benches, groups, byDefault: embedded });
if (unknown.length > 0) {
  const available = [...Object.keys(benches), ...Object.keys(groups)].join(', ');
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${available}`);
  process.exit(1);
}
if (values.posts !== undefined && !existsSync(values.posts)) {
  console.error(`There is no file ${values.posts}`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (!chosen.has(name)) continue;
  print(`\n${name}`);
  const start = performance.now();
  try {
    await bench();
  } catch (error) {
    // The other figures are still of use.
    console.error(error);
    process.exitCode = 1;
  }
  print(`(${name} took ${((performance.now() - start) / 1_000).toFixed(0)} s)`);
}
// A failed benchmark may leave sockets and timers behind.
process.exit();
