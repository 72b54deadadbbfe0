import { createLogger } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { embeddedKeyValue } from '@earshot/service-kit';
import type { PostChange } from '@earshot/sources';
import express from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { blueskyClient } from '../../../packages/sources/src/bluesky/client.ts';
import { directory } from '../../../packages/sources/src/bluesky/directory.ts';
import { blueskyReader } from '../../../packages/sources/src/bluesky/source.ts';
import { openNetwork } from '../src/bluesky/network.ts';
import { blueskyRouter } from '../src/bluesky/router.ts';
import { streamHost } from '../src/bluesky/stream.ts';

/** A network with its stream and API, on a port of this machine, and readers of it. */
export async function blueskyWorld() {
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const network = openNetwork(() => clock.now().getTime());
  const host = streamHost(network, null);
  /** The paths with which connections were opened, with their cursors. */
  const opened: { readonly path: string; readonly cursor: string | null }[] = [];
  const asked: string[] = [];
  const app = express();
  app.use((req, _, next) => {
    asked.push(req.path);
    next();
  });
  app.use(blueskyRouter(network));
  const server = createServer(app).listen(0, '127.0.0.1');
  server.on('upgrade', (req, connection, head) => {
    const url = new URL(req.url ?? '/', 'http://site');
    opened.push({ path: url.pathname.replace(/\/?xrpc\/.*/, ''), cursor: url.searchParams.get('cursor') });
    host.upgrade(req, connection, head);
  });
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const kv = embeddedKeyValue({ clock });
  const lines: string[] = [];
  const log = createLogger({ name: 'test', level: 'info', stream: { write: (line: string) => void lines.push(line) } });
  const { trusted, sockets } = openOutbound(allowedOutside.parse(''));
  const received = { bytes: 0 };

  const reader = ({ hosts = [''], api = '', silenceMs = 30_000, lateMs = 600_000 }: ReaderOptions = {}) => {
    const metrics = { requested: () => undefined, heldBack: () => undefined };
    const budget = { key: 'bluesky', windows: [{ requests: 5, perSeconds: 1 }] };
    const url = `http://127.0.0.1:${port}${api}`;
    const ask = blueskyClient({ url, budget, fetcher: trusted, kv, clock, metrics });
    return blueskyReader({
      hosts: hosts.map((path) => `ws://127.0.0.1:${port}${path}`),
      connect: sockets.trusted,
      directory: directory({ ask, clock, log }),
      times: { batchMs: 20, silenceMs, lateMs, catchUpMs: 100, retryMs: 20, longestRetryMs: 100 },
      requested: metrics.requested,
      receivedMeter: () => (bytes) => {
        received.bytes += bytes;
      },
      clock,
      log,
    });
  };
  const readers: ReturnType<typeof following>[] = [];
  const follow = (names: readonly string[], options: ReaderOptions = {}, cursor: string | null = null) => {
    const started = following(reader(options), names, cursor);
    readers.push(started);
    return started;
  };
  return {
    follow,
    /** A reader that follows communities, with its connection open. */
    open: async (
      names: readonly string[] = ['search:invoice'],
      options: ReaderOptions = {},
      cursor: string | null = null,
    ) => {
      const before = opened.length;
      const started = follow(names, options, cursor);
      await until('the connection', () => opened.length > before && host.connections() > 0);
      return started;
    },
    closed: () => until('the end of the connections', () => host.connections() === 0),
    write: (text: string, by = 'lena.bsky.example', facts: object = {}) => network.create(by, { text, ...facts }),
    didOf: (handle: string) => network.didOf(handle),
    network,
    host,
    opened,
    asked,
    lines,
    received,
    reader,
    pass: (ms: number) => {
      aheadMs += ms;
    },
    close: async () => {
      for (const started of readers) await started.stop();
      host.close();
      server.closeAllConnections();
      server.close();
      await kv.stop();
    },
  };
}

export type BlueskyWorld = Awaited<ReturnType<typeof blueskyWorld>>;

interface ReaderOptions {
  /** Paths before that of the stream, such as `/faults/silent`. */
  readonly hosts?: readonly string[];
  readonly api?: string;
  readonly silenceMs?: number;
  readonly lateMs?: number;
}

/** Follows communities with a reader, as ingest does, until `stop`. */
function following(read: ReturnType<typeof blueskyReader>, names: readonly string[], cursor: string | null = null) {
  const stop = new AbortController();
  const changes: PostChange[] = [];
  const state = { names: new Set(names), cursor, isPaused: false };
  let resumed = Promise.withResolvers<void>();
  const work = async () => {
    for await (const batch of read.open(cursor, stop.signal, () => state.names)) {
      if (state.isPaused) await resumed.promise;
      changes.push(...batch.changes);
      state.cursor = batch.cursor;
    }
  };
  const ended = work().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  const titles = () => changes.flatMap((change) => ('post' in change ? [change.post.title] : []));
  return {
    changes,
    titles,
    cursor: () => state.cursor,
    follow: (next: readonly string[]) => {
      state.names = new Set(next);
    },
    pause: () => {
      state.isPaused = true;
      resumed = Promise.withResolvers();
    },
    resume: () => {
      state.isPaused = false;
      resumed.resolve();
    },
    has: (...expected: readonly string[]) =>
      until(`posts ${expected.join()}`, () => expected.every((title) => titles().includes(title))),
    stop: async () => {
      stop.abort();
      resumed.resolve();
      await ended;
      return state.cursor;
    },
  };
}
