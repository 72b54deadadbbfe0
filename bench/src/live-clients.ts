import { tokenHeader } from '@earshot/service-kit';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { machineMs } from './figures.ts';
import type { Command } from './live-server.ts';

const userId = 'bench-user';
export const liveKinds = ['earshot', 'ws', 'socket.io'] as const;
export type LiveKind = (typeof liveKinds)[number];

const newToken = z.object({ token: z.string() });
/**
 * `liveMb` is the memory in use after a garbage collection: resident memory also has what earlier loads left behind.
 * `sentAtMs` is when each event was sent, for a command that sends, by `machineMs`.
 */
const figures = z.object({ cpuSeconds: z.number(), liveMb: z.number(), sentAtMs: z.array(z.number()) });
type Figures = z.output<typeof figures>;

/** A live channel in its own process. */
export interface LiveServer {
  readonly kind: LiveKind;
  readonly pid: number;
  /** Runs a command and returns the process's figures after it. */
  run(command: Command): Promise<Figures>;
  /** `prepare` sets callbacks before the first frame arrives. */
  connect(since?: number, prepare?: (live: LiveSocket) => void): Promise<LiveSocket>;
  stop(): Promise<void>;
}

/** One client's connection. It listens when `connect` resolves. */
export interface LiveSocket {
  readonly socket: WebSocket;
  /** Called for each event, with the number of the event and when it came. */
  onEvent: (event: number, atMs: number) => void;
  onResync: () => void;
  /** The last number received. */
  seq: number | undefined;
}

/** Starts the server of one kind. */
export async function startLive(kind: LiveKind, settings: Readonly<Record<string, string>> = {}): Promise<LiveServer> {
  const path = fileURLToPath(new URL('live-server.ts', import.meta.url));
  const child = fork(path, [kind], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    env: { ...process.env, ...settings },
  });
  let token = '';
  let waiting = Promise.withResolvers<unknown>();
  child.on('message', (message) => {
    const fresh = newToken.safeParse(message);
    if (fresh.success) token = fresh.data.token;
    else waiting.resolve(message);
  });
  const answer = async () => {
    const message = await waiting.promise;
    waiting = Promise.withResolvers();
    return message;
  };
  const { url } = z.object({ url: z.string() }).parse(await answer());
  return {
    kind,
    pid: child.pid ?? 0,
    run: async (command) => {
      child.send(command);
      return figures.parse(await answer());
    },
    connect: (since, prepare) => connect(kind, since === undefined ? url : `${url}?since=${since}`, token, prepare),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function connect(
  kind: LiveKind,
  url: string,
  token: string,
  prepare: (live: LiveSocket) => void = () => undefined,
): Promise<LiveSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false, headers: { [tokenHeader]: token } });
  const live: LiveSocket = { socket, onEvent: () => undefined, onResync: () => undefined, seq: undefined };
  prepare(live);
  const ready = Promise.withResolvers<void>();
  socket.on('error', ready.reject);
  socket.on('close', () => ready.reject(new Error(`${kind} closed the socket`)));
  socket.on('open', () => {
    if (kind === 'earshot') socket.send(JSON.stringify({ type: 'authenticate', userId }));
    if (kind === 'socket.io') socket.send('40');
    if (kind === 'ws') ready.resolve();
  });
  socket.on('message', (data) => {
    const atMs = machineMs();
    if (Buffer.isBuffer(data) && receive(live, data.toString('latin1'), atMs)) ready.resolve();
  });
  await ready.promise;
  return live;
}

/** Reads only what the figures need: clients must not cost more than servers. Returns true once the client listens. */
function receive(live: LiveSocket, text: string, atMs: number): boolean {
  if (text === '2') live.socket.send('3');
  const id = text.indexOf('"id":"');
  const seq = /"seq":(\d+)\}$/.exec(text.slice(-30))?.[1];
  if (seq !== undefined) live.seq = Number(seq);
  if (text.startsWith('{"type":"resync"')) live.onResync();
  if (id < 0) return text.startsWith('{"type":"authenticated"') || text.startsWith('40');
  const [event] = text.slice(id + 6, id + 57).split(' ');
  live.onEvent(Number(event), atMs);
  return false;
}

/** Opens sockets, a few at a time. */
export async function connectMany(server: LiveServer, count: number): Promise<LiveSocket[]> {
  const all: LiveSocket[] = [];
  while (all.length < count) {
    const some = Array.from({ length: Math.min(50, count - all.length) }, () => server.connect());
    all.push(...(await Promise.all(some)));
  }
  return all;
}
