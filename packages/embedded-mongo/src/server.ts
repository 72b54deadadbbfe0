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
const UPKEEP_MS = 5_000;

export interface EmbeddedDocumentsOptions {
  /** The data folder; made where it is missing. One process at a time may hold it. */
  readonly folder: string;
  /** Gets a line for each fault of the server itself; nothing by default. */
  readonly log?: (line: string) => void;
  /** How often expired documents are deleted and idle cursors ended, in milliseconds. */
  readonly upkeepMs?: number;
  /** The time by which documents expire, also `$$NOW`; the machine's by default. */
  readonly clock?: { now(): Date };
}

export interface EmbeddedDocuments {
  /** For mongoose or the official driver, unchanged. */
  readonly uri: string;
  /** Leaves nothing of deleted documents in the log of writes and, with `rewrite`, in the file. */
  readonly clearTraces: (how: { rewrite: boolean }) => void;
  /** Finishes the turn's writes and closes socket and file. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server that answers MongoDB's wire protocol on a Unix socket of the data folder and stores in FOLDER/documents.sqlite.
 * A write is acknowledged after it is on the disk. Rejects where another process holds the file.
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
    const upkeep = setInterval(() => outbox.upkeep(), options.upkeepMs ?? UPKEEP_MS).unref();
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
 * Where the documents of a folder answer while another process holds it, for the same drivers; null when that process
 * has none.
 */
export function runningDocumentsUri(folder: string): string | null {
  const path = knownSocketPath(folder, 'documents');
  return path === null || !existsSync(path) ? null : socketUri(path);
}

function openDatabase(file: string): Database {
  try {
    // Only the owner may read it, however open the folder; SQLite gives its other files the same mode. A file that is there is
    // left to SQLite: closing it here would drop the locks that this process holds on it.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    return new Database(file);
  } catch (error) {
    const reason = messageOf(error);
    const locked = reason.includes('locked') ? 'another process holds it' : reason;
    throw new Error(`cannot open ${file}: ${locked}`, { cause: error });
  }
}

/** The data folder is ours alone, so a socket found there is of a dead process. */
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

interface Running {
  readonly upkeep: NodeJS.Timeout;
  readonly outbox: Outbox;
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly database: Database;
  readonly path: string;
}

async function stop({ upkeep, outbox, server, sockets, database, path }: Running): Promise<void> {
  clearInterval(upkeep);
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
      // Not the wire protocol: nothing sensible can be answered.
      socket.destroy();
    }
  });
}

interface Reply {
  readonly socket: Socket;
  readonly message: Message;
  readonly reply: Doc | Uint8Array;
}

/** Holds the replies of a turn that wrote until its writes are on the disk; they commit together at the turn's end. */
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

  /** Commits and lets the held replies go; where the commit fails, all of them fail and nothing of the turn stays. */
  flush(): void {
    const held = this.#held;
    this.#held = [];
    try {
      this.#dispatcher.storage.database.commitTurn();
    } catch (error) {
      this.#dispatcher.onFault(error);
      this.#reload();
      for (const { socket, message } of held) this.#write({ socket, message, reply: errorReply(error) });
      return;
    }
    for (const reply of held) this.#write(reply);
  }

  upkeep(): void {
    const { cursors, storage, now, onFault } = this.#dispatcher;
    cursors.expire();
    try {
      deleteExpired(storage, now());
    } catch (error) {
      onFault(error);
    }
    this.flush();
  }

  /** What the undone transaction had changed in the catalog is read again. */
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
