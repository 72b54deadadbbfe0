import { until } from '@earshot/core/testing';
import { sleep } from './earshot-process.ts';
import { table } from './figures.ts';
import { liveKinds, type LiveServer, type LiveSocket, startLive } from './live-clients.ts';

export interface LiveReplayOptions {
  readonly clients: number;
  /** One event a second. */
  readonly events: number;
  /** Milliseconds for which a connection lasts, and those for which the client is away. */
  readonly cutEveryMs: number;
  readonly awayMs: number;
  readonly print: (line: string) => void;
}

interface Client {
  live: LiveSocket | undefined;
  readonly received: number[];
  resyncs: number;
}

/**
 * Cuts the connections of all clients again and again while events are sent, one a second: the realtime service, plain
 * `ws` and socket.io at the same time. Throws if a client of the realtime service misses an event, gets one twice or
 * out of order.
 */
export async function benchLiveReplay(options: LiveReplayOptions): Promise<void> {
  const servers = await Promise.all(liveKinds.map((kind) => startLive(kind)));
  try {
    const results = await Promise.all(servers.map((server) => suffer(server, options)));
    const rows = results.map(({ server, clients, cuts }) => rowOf(server, clients, cuts, options.events));
    const head = ['server', 'cuts', 'delivered %', 'twice', 'out of order', 'resyncs'];
    for (const line of table(head, rows)) options.print(line);
    const own = results.find(({ server }) => server.kind === 'earshot');
    const expected = Array.from({ length: options.events }, (_, n) => n).join();
    if (own?.clients.every(({ received }) => received.join() === expected) !== true)
      throw new Error('a client of the realtime service did not get every event once and in order');
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function suffer(server: LiveServer, { clients: count, events, cutEveryMs, awayMs }: LiveReplayOptions) {
  const clients = Array.from({ length: count }, (): Client => ({ live: undefined, received: [], resyncs: 0 }));
  for (let n = 0; n < count; n += 50) await Promise.all(clients.slice(n, n + 50).map((one) => open(server, one)));
  let over = false;
  let cuts = 0;
  const lives = clients.map(async (client, n) => {
    await sleep((cutEveryMs * n) / count);
    while (!over) {
      client.live?.socket.terminate();
      cuts += 1;
      await sleep(awayMs);
      await open(server, client);
      await sleep(cutEveryMs);
    }
  });
  await server.run({ do: 'send', batches: events, size: 1, everyMs: 1_000, idBytes: 300 });
  over = true;
  await Promise.all(lives);
  if (server.kind === 'earshot')
    await until('the last event', () => clients.every(({ received }) => received.includes(events - 1)), 10_000);
  return { server, clients, cuts };
}

/** Connects and asks for what was missed. Ignores what was received before, as the web app does. */
async function open(server: LiveServer, client: Client): Promise<void> {
  const since = server.kind === 'earshot' ? client.live?.seq : undefined;
  const live = await server.connect(since, (fresh) => {
    fresh.onEvent = (event) => client.received.push(event);
    fresh.onResync = () => (client.resyncs += 1);
  });
  client.live = live;
}

function rowOf(server: LiveServer, clients: readonly Client[], cuts: number, events: number): string[] {
  let [delivered, twice, outOfOrder, resyncs] = [0, 0, 0, 0];
  for (const { received, resyncs: own } of clients) {
    const once = new Set(received);
    delivered += once.size;
    twice += received.length - once.size;
    outOfOrder += received.filter((event, n) => event < (received[n - 1] ?? 0)).length;
    resyncs += own;
  }
  const percent = ((100 * delivered) / (clients.length * events)).toFixed(2);
  return [server.kind, String(cuts), percent, String(twice), String(outOfOrder), String(resyncs)];
}
