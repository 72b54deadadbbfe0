import { type KeyValue, KeyValueAway, type Logger, type LogTail, type NewLogEntry } from '@earshot/core';
import type { ServerFrame } from '@earshot/proto/realtime';
import type { UserId } from '@earshot/proto/refs';
import { type Client, type Clients, write } from '../sockets/clients.ts';
import { textFrames } from '../sockets/text-frames.ts';
import type { Epoch } from './epoch.ts';

/** What can be replayed: this many frames, until this long after the last one. */
const retention = { keep: 1_000, ttlMs: 5 * 60_000 };
/**
 * Milliseconds between two writes to a user's sockets: at least the first, and twice as long as the last write took, at
 * most the second. Frames that come between share the next write, so many sockets cost fewer, larger writes.
 */
const coalesceMs = { least: 5, most: 50 };
/** Milliseconds after the time of a possible write, from which on a user's frames come too rarely to wait for others. */
const quietMs = 50;
/** Frames of one write, below `keep`, so that the log still has all of them, and their characters. */
const batchLimit = { frames: 250, characters: 128 * 1024 };
/** Waiting frames from which on the source of events is slowed down. */
const queueLimit = 1_000;

/** A frame that has no number yet. `id` is equal on all replicas. */
export interface PendingFrame extends NewLogEntry {
  /** Called with the number of sockets that the frame was sent to. */
  readonly onSent: (sockets: number) => void;
}

export interface StreamContext {
  readonly kv: Pick<KeyValue, 'append'>;
  readonly log: Logger;
  readonly clients: Pick<Clients, 'listen' | 'write' | 'hasListeners'>;
  readonly epoch: Pick<Epoch, 'notBefore' | 'start' | 'renew'>;
}

/** A client that sent `authenticate`, and the last frame it has from an earlier connection. */
interface Joining {
  readonly client: Client;
  readonly since: number | undefined;
}

/**
 * One user's frames on this replica. It appends frames to the user's log, which numbers them, and writes what follows
 * the last written number: also frames that other replicas added first. One append runs at a time, so the order of the
 * log is the order on every socket.
 */
export class UserStream {
  readonly #userId: UserId;
  readonly #log: string;
  readonly #context: StreamContext;
  readonly #onIdle: () => void;
  readonly #queued: PendingFrame[] = [];
  readonly #joining: Joining[] = [];
  /** The last number written to the listening sockets; undefined if it is not known. */
  #cursor: number | undefined;
  #isBusy = false;
  #notBeforeMs = -Infinity;
  #room: PromiseWithResolvers<void> | undefined;

  constructor(userId: UserId, context: StreamContext, onIdle: () => void) {
    this.#userId = userId;
    this.#log = logOf(userId);
    this.#context = context;
    this.#onIdle = onIdle;
  }

  get isIdle(): boolean {
    return !this.#isBusy && !this.#context.clients.hasListeners(this.#userId);
  }

  /** Adds frames. Resolves at once, or after the next write if many are waiting. */
  async add(pendingFrames: readonly PendingFrame[]): Promise<void> {
    this.#queued.push(...pendingFrames);
    this.#schedule();
    if (this.#queued.length < queueLimit) return;
    this.#room ??= Promise.withResolvers();
    await this.#room.promise;
  }

  /** Answers the client's `authenticate`, sends the frames after `since`, and lets it listen from there. */
  join(client: Client, since: number | undefined): void {
    this.#joining.push({ client, since });
    this.#schedule();
  }

  /**
   * After a quiet time, frames wait for nothing. Later ones wait for the end of the current turn of the event loop, so
   * that frames added together are written together.
   */
  #schedule(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const waitMs = this.#notBeforeMs - performance.now();
    if (waitMs > 0) setTimeout(() => void this.#run(), waitMs);
    else if (waitMs > -quietMs) setImmediate(() => void this.#run());
    else void this.#run();
  }

  async #run(): Promise<void> {
    const pendingFrames = this.#queued.splice(0, batchLength(this.#queued));
    const joining = this.#joining.splice(0);
    const { kv, epoch } = this.#context;
    const options = { ...retention, after: this.#after(joining), notBefore: epoch.notBefore(), start: epoch.start() };
    let tail: LogTail | null = null;
    try {
      tail = await kv.append(this.#log, pendingFrames, options);
    } catch (err) {
      this.#away(err, pendingFrames);
    }
    const startedMs = performance.now();
    const sockets = tail === null ? this.#sendUncounted(pendingFrames, joining) : this.#send(tail, joining);
    const tookMs = performance.now() - startedMs;
    this.#notBeforeMs = startedMs + Math.min(coalesceMs.most, Math.max(coalesceMs.least, 2 * tookMs));
    for (const { onSent } of pendingFrames) onSent(sockets);
    this.#room?.resolve();
    this.#room = undefined;
    this.#isBusy = false;
    if (this.#queued.length + this.#joining.length > 0) this.#schedule();
    else this.#onIdle();
  }

  /** The last number that all of these clients have. */
  #after(joining: readonly Joining[]): number | undefined {
    const listening = this.#context.clients.hasListeners(this.#userId) ? this.#cursor : undefined;
    if (joining.length === 0) return listening;
    const known = [listening, ...joining.map(({ since }) => since)].filter((place) => place !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  #away(err: unknown, pendingFrames: readonly PendingFrame[]): void {
    const { log, epoch } = this.#context;
    if (!(err instanceof KeyValueAway)) log.error({ err }, 'could not number the frames of the live channel');
    if (pendingFrames.length > 0) epoch.renew();
  }

  #send(tail: LogTail, joining: readonly Joining[]): number {
    const { clients } = this.#context;
    const missed = this.#cursor === undefined ? [resync(tail.last)] : textsAfter(this.#cursor, tail);
    const sockets = missed.length === 0 ? 0 : clients.write(this.#userId, textFrames(missed));
    this.#cursor = tail.last;
    for (const { client, since = tail.last } of joining) {
      this.#welcome(client, isKept(since, tail) ? since : tail.last, textsAfter(since, tail));
    }
    return sockets;
  }

  /** Without the store, frames have no number. Clients get `resync` once it is back. */
  #sendUncounted(pendingFrames: readonly PendingFrame[], joining: readonly Joining[]): number {
    const texts = pendingFrames.map(({ text }) => text);
    const sockets = pendingFrames.length === 0 ? 0 : this.#context.clients.write(this.#userId, textFrames(texts));
    this.#cursor = undefined;
    for (const { client, since } of joining)
      this.#welcome(client, undefined, since === undefined ? [] : [resync(undefined)]);
    return sockets;
  }

  #welcome(client: Client, seq: number | undefined, texts: readonly string[]): void {
    const { userId } = client;
    const sent = write(client, textFrames([textOf({ type: 'authenticated', data: { userId }, seq }), ...texts]));
    if (sent) this.#context.clients.listen(client);
  }
}

/** How many waiting frames the next write takes: at least one. */
function batchLength(queued: readonly PendingFrame[]): number {
  let characters = 0;
  const tooMany = queued.findIndex(({ text }, n) => {
    characters += text.length;
    return n === batchLimit.frames || (n > 0 && characters > batchLimit.characters);
  });
  return tooMany === -1 ? queued.length : tooMany;
}

/** The user's log in the key-value store. */
export function logOf(userId: UserId): string {
  return `frames:${userId}`;
}

/** The frame as text; a frame without a number may get one by `numbered`. */
export function textOf(frame: ServerFrame): string {
  return JSON.stringify(frame);
}

function resync(seq: number | undefined): string {
  return textOf({ type: 'resync', data: {}, seq });
}

/** Adds the number to the text of an object, so that it is stringified once for all replicas and sockets. */
function numbered(text: string, seq: number): string {
  return `${text.slice(0, -1)},"seq":${seq}}`;
}

function isKept(after: number, { last, texts }: LogTail): boolean {
  return after <= last && last - after <= texts.length;
}

/** The frames after a number, or `resync` if some of them are not kept. */
function textsAfter(after: number, tail: LogTail): string[] {
  if (!isKept(after, tail)) return [resync(tail.last)];
  const texts = tail.texts.slice(tail.texts.length - (tail.last - after));
  return texts.map((text, n) => numbered(text, after + n + 1));
}
