import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Doc } from './bson.ts';
import { Cursors } from './cursors.ts';
import { dispatch, type Dispatcher, errorReply } from './dispatch.ts';
import { messageOf } from './errors.ts';
import { knownSocketPath, prepareFolder, socketPath, socketUri } from './socket-address.ts';
import { Catalog } from './storage/catalog.ts';
import { Database } from './storage/database.ts';
import { deleteExpired } from './ttl.ts';
import { frameReply, type Message, messageReader, parseMessage } from './wire.ts';

const FILE = 'documents.sqlite';
/** As often as MongoDB deletes expired documents. A run searches every TTL index. */
const UPKEEP_MS = 60_000;
/** The time to the next run while a run leaves expired documents. */
const BACKLOG_MS = 5_000;

export interface EmbeddedDocumentsOptions {
  /** The data folder. It is created if it is missing. Only one process at a time can hold it. */
  readonly folder: string;
  /** Receives one line for each internal error. By default nothing is logged. */
  readonly log?: (line: string) => void;
  /** How often expired documents and idle cursors are removed, in milliseconds. */
  readonly upkeepMs?: number;
  /** The time for expiry of documents and for `$$NOW`. By default the machine's time. */
  readonly clock?: { now(): Date };
}

export interface EmbeddedDocuments {
  /** The connection string for mongoose or the official driver. */
  readonly uri: string;
  /** Removes deleted documents from the write-ahead log and, with `rewrite`, from the file. */
  readonly clearTraces: (how: { rewrite: boolean }) => void;
  /** Commits pending writes and closes the socket and the file. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server that speaks MongoDB's wire protocol on a Unix socket of the data folder and stores data in
 * FOLDER/documents.sqlite. A write is acknowledged after it is on the disk. Rejects if another process holds the file.
 */
export async function startEmbeddedDocuments(options: EmbeddedDocumentsOptions): Promise<EmbeddedDocuments> {
  const { log = () => undefined, clock = { now: () => new Date() } } = options;
  prepareFolder(options.folder);
  const database = openDatabase(join(options.folder, FILE));
  try {
    const storage = { database, catalog: new Catalog(database) };
    const dispatcher: Dispatcher = {
      storage,
      cursors: new Cursors(() => Date.now()),
      now: () => clock.now(),
      onFault: (error) => log(`documents: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    };
    const outbox = new Outbox(dispatcher);
    const path = socketPath(options.folder);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => serve(socket, sockets, outbox, dispatcher));
    await listen(server, path);
    const upkeep = repeatUpkeep(outbox, options.upkeepMs ?? UPKEEP_MS);
    const clearTraces = (how: { rewrite: boolean }) => {
      outbox.flush();
      database.clearTraces(how);
    };
    return { uri: socketUri(path), clearTraces, stop: () => stop({ upkeep, outbox, server, sockets, database, path }) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * The URI at which another process serves the documents of this folder; null if that process
 * serves none.
 */
export function runningDocumentsUri(folder: string): string | null {
  const path = knownSocketPath(folder, 'documents');
  return path === null || !existsSync(path) ? null : socketUri(path);
}

function openDatabase(file: string): Database {
  try {
    // Creates the file readable only by its owner, whatever the folder's mode; SQLite gives its other files the same
    // mode. An existing file is not opened here, because closing it would drop the locks that this process holds on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    return new Database(file);
  } catch (error) {
    const reason = messageOf(error);
    const locked = reason.includes('locked') ? 'another process holds it' : reason;
    throw new Error(`cannot open ${file}: ${locked}`, { cause: error });
  }
}

/** This process holds the data folder, so an existing socket belongs to a dead process. */
async function listen(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  chmodSync(path, 0o600);
}

function repeatUpkeep(outbox: Outbox, everyMs: number): { stop(): void } {
  let timer: NodeJS.Timeout;
  const runIn = (ms: number) => {
    timer = setTimeout(() => runIn(outbox.upkeep() ? Math.min(everyMs, BACKLOG_MS) : everyMs), ms).unref();
  };
  runIn(everyMs);
  return { stop: () => clearTimeout(timer) };
}

interface Running {
  readonly upkeep: { stop(): void };
  readonly outbox: Outbox;
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly database: Database;
  readonly path: string;
}

async function stop({ upkeep, outbox, server, sockets, database, path }: Running): Promise<void> {
  upkeep.stop();
  outbox.flush();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
  outbox.flush();
  database.close();
  rmSync(path, { force: true });
}

function serve(socket: Socket, sockets: Set<Socket>, outbox: Outbox, dispatcher: Dispatcher): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => socket.destroy());
  const read = messageReader();
  socket.on('data', (chunk) => {
    try {
      for (const bytes of read(chunk)) {
        const message = parseMessage(bytes);
        outbox.send(socket, message, dispatch(message, dispatcher));
      }
    } catch {
      // The bytes are not the wire protocol, so no reply is possible.
      socket.destroy();
    }
  });
}

interface Reply {
  readonly socket: Socket;
  readonly message: Message;
  readonly reply: Doc | Uint8Array;
}

/** Holds back the replies of a turn with writes until its commit at the end of the turn is on the disk. */
class Outbox {
  readonly #dispatcher: Dispatcher;
  #held: Reply[] = [];
  #scheduled = false;
  #lastReplyId = 0;

  constructor(dispatcher: Dispatcher) {
    this.#dispatcher = dispatcher;
  }

  send(socket: Socket, message: Message, reply: Doc | Uint8Array): void {
    if (!this.#dispatcher.storage.database.inTransaction) {
      this.#write({ socket, message, reply });
      return;
    }
    this.#held.push({ socket, message, reply });
    this.#schedule();
  }

  /**
   * Commits and sends the held replies. If the commit fails, the turn is rolled back and all its replies are errors.
   */
  flush(): void {
    const lock = this.#held;
    this.#held = [];
    try {
      this.#dispatcher.storage.database.commitTurn();
    } catch (error) {
      this.#dispatcher.onFault(error);
      this.#reload();
      for (const { socket, message } of lock) this.#write({ socket, message, reply: errorReply(error) });
      return;
    }
    for (const reply of lock) this.#write(reply);
  }

  /** Returns true if expired documents may be left. */
  upkeep(): boolean {
    const { cursors, storage, now, onFault } = this.#dispatcher;
    cursors.expire();
    let more = false;
    try {
      more = deleteExpired(storage, now());
    } catch (error) {
      onFault(error);
    }
    this.flush();
    return more;
  }

  /** Reloads the catalog, because the rolled-back transaction may have changed it. */
  #reload(): void {
    try {
      this.#dispatcher.storage.catalog.reload();
    } catch (error) {
      this.#dispatcher.onFault(error);
    }
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  #write({ socket, message, reply }: Reply): void {
    if (message.moreToCome || socket.destroyed) return;
    this.#lastReplyId = (this.#lastReplyId + 1) & 0x7fffffff;
    socket.write(frameReply(message, reply, this.#lastReplyId));
  }
}
