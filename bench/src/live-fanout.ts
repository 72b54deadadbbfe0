import { until } from '@earshot/core/testing';
import { sleep } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import { connectMany, type LiveKind, liveKinds, type LiveServer, type LiveSocket, startLive } from './live-clients.ts';

export interface LiveFanoutOptions {
  readonly sockets: number;
  readonly rounds: number;
  readonly print: (line: string) => void;
}

interface Load {
  readonly batches: number;
  readonly size: number;
  readonly everyMs: number;
}

/** Ten events every 10 ms; at a tenth of the load they go to a tenth of the sockets. */
const full: Load = { batches: 10, size: 10, everyMs: 10 };
const slow: Load = { batches: 30, size: 1, everyMs: 1_000 };
const idBytes = 300;

interface Measured {
  readonly deliveriesPerSecond: number;
  readonly ms: readonly number[];
}

/**
 * Sends one user's events to many sockets: the realtime service, plain `ws` with one stringify and one send for each
 * client, and socket.io, each in its own process, in alternating order. Then compares the latency at lower loads, the
 * memory of idle sockets and that of a client that does not read.
 */
export async function benchLiveFanout({ sockets, rounds, print }: LiveFanoutOptions): Promise<void> {
  const servers = await Promise.all(liveKinds.map((kind) => startLive(kind)));
  try {
    const idleKb = await idleMemory(servers);
    const many = await rates(servers, sockets, rounds);
    const tenth = await latencies(servers, Math.ceil(sockets / 10), rounds);
    const rare = await rareLatencies(servers);
    report({ many, tenth, rare, idleKb, stalledMb: await stalledMemory(servers) }, print);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

type ByKind<T> = Record<LiveKind, T>;

interface Figures {
  readonly many: ByKind<readonly number[]>;
  /** Milliseconds of each round. */
  readonly tenth: ByKind<readonly (readonly number[])[]>;
  readonly rare: ByKind<readonly number[]>;
  readonly idleKb: ByKind<number>;
  readonly stalledMb: ByKind<number>;
}

function report({ many, tenth, rare, idleKb, stalledMb }: Figures, print: (line: string) => void): void {
  const rows = liveKinds.map((kind) => [
    kind,
    percentile(many[kind], 50).toFixed(0),
    ...[50, 99].map((percent) => medianOf(tenth[kind], percent).toFixed(1)),
    percentile(rare[kind], 50).toFixed(2),
    idleKb[kind].toFixed(1),
    stalledMb[kind].toFixed(1),
  ]);
  const head = ['server', 'deliveries/cpu s', 'p50 ms', 'p99 ms', '1/s p50 ms', 'idle KB', 'stalled MB'];
  for (const line of table(head, rows)) print(line);
  const ratio = (of: ByKind<readonly number[]>, base: LiveKind) =>
    (percentile(of.earshot, 50) / percentile(of[base], 50)).toFixed(2);
  print(`deliveries: ${ratio(many, 'ws')} x ws, ${ratio(many, 'socket.io')} x socket.io (target 5)`);
  const addedMs = medianOf(tenth.earshot, 99) - medianOf(tenth.ws, 99);
  print(`p99 at a tenth of the load: ${addedMs.toFixed(1)} ms more than ws (limit 10)`);
  print(`latency at 1 event a second: ${ratio(rare, 'ws')} x ws (limit 1.1)`);
  const kb = idleKb.earshot / idleKb['socket.io'];
  print(`idle socket: ${kb.toFixed(2)} x socket.io (limit 0.4); stalled client: limit 2 MB`);
}

/** The median over the rounds of a percentile of each. */
function medianOf(rounds: readonly (readonly number[])[], percent: number): number {
  return percentile(
    rounds.map((ms) => percentile(ms, percent)),
    50,
  );
}

async function rates(servers: readonly LiveServer[], sockets: number, rounds: number): Promise<ByKind<number[]>> {
  const result: ByKind<number[]> = { earshot: [], ws: [], 'socket.io': [] };
  const clients = new Map<LiveServer, LiveSocket[]>();
  for (const server of servers) clients.set(server, await connectMany(server, sockets));
  for (const server of servers) await measure(server, clients.get(server) ?? [], { ...full, batches: 2 });
  for (let round = 0; round < rounds; round += 1) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      const { deliveriesPerSecond } = await measure(server, clients.get(server) ?? [], full);
      result[server.kind].push(deliveriesPerSecond);
    }
  }
  for (const own of clients.values()) await disconnect(own);
  return result;
}

async function latencies(servers: readonly LiveServer[], sockets: number, rounds: number) {
  const result: ByKind<(readonly number[])[]> = { earshot: [], ws: [], 'socket.io': [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      const clients = await connectMany(server, sockets);
      result[server.kind].push((await measure(server, clients, { ...full, batches: 40 })).ms);
      await disconnect(clients);
    }
  }
  return result;
}

/** All servers in turn within each second: other work on the machine affects them alike, and none delays another. */
async function rareLatencies(servers: readonly LiveServer[]) {
  const result: ByKind<readonly number[]> = { earshot: [], ws: [], 'socket.io': [] };
  const one = async (server: LiveServer, place: number) => {
    const clients = await connectMany(server, 20);
    await sleep((place * slow.everyMs) / servers.length);
    result[server.kind] = (await measure(server, clients, slow)).ms;
    await disconnect(clients);
  };
  await Promise.all(servers.map(one));
  return result;
}

async function disconnect(clients: readonly LiveSocket[]): Promise<void> {
  for (const { socket } of clients) socket.terminate();
  await sleep(500);
}

/** Throws unless every client gets every event, once and in order. */
async function measure(server: LiveServer, clients: readonly LiveSocket[], load: Load): Promise<Measured> {
  const came: { readonly event: number; readonly atMs: number }[] = [];
  for (const client of clients) {
    let next = 0;
    client.onEvent = (event, atMs) => {
      if (event !== next) throw new Error(`${server.kind}: event ${event} came instead of ${next}`);
      next += 1;
      came.push({ event, atMs });
    };
  }
  const before = await server.run({ do: 'measure' });
  const { sentAtMs } = await server.run({ do: 'send', ...load, idBytes });
  const deliveries = load.batches * load.size * clients.length;
  await until(`${deliveries} deliveries of ${server.kind}`, () => came.length === deliveries, 60_000);
  const after = await server.run({ do: 'measure' });
  const ms = came.map(({ event, atMs }) => atMs - (sentAtMs[event] ?? NaN));
  return { ms, deliveriesPerSecond: deliveries / (after.cpuSeconds - before.cpuSeconds) };
}

/** Memory of an idle socket in KB, from 1,000 of them. */
async function idleMemory(servers: readonly LiveServer[]): Promise<ByKind<number>> {
  const result = { earshot: 0, ws: 0, 'socket.io': 0 };
  for (const server of servers) {
    // The first sockets load code and fill caches.
    const first = await connectMany(server, 50);
    const empty = (await server.run({ do: 'measure' })).liveMb;
    const idle = await connectMany(server, 1_000);
    result[server.kind] = (((await server.run({ do: 'measure' })).liveMb - empty) * 1024) / idle.length;
    await disconnect([...first, ...idle]);
  }
  return result;
}

/** Memory in MB for one client that does not read 40 MB. */
async function stalledMemory(servers: readonly LiveServer[]): Promise<ByKind<number>> {
  const result = { earshot: 0, ws: 0, 'socket.io': 0 };
  const load = { do: 'send', batches: 400, size: 50, everyMs: 5, idBytes: 2_000 } as const;
  for (const server of servers) {
    // The same events to a client that reads, so that the memory for their creation does not count.
    const reader = await connectMany(server, 1);
    await server.run(load);
    await disconnect(reader);
    const stalled = await connectMany(server, 1);
    const before = (await server.run({ do: 'measure' })).liveMb;
    for (const { socket } of stalled) socket.pause();
    result[server.kind] = Math.max(0, (await server.run(load)).liveMb - before);
    await disconnect(stalled);
  }
  return result;
}
