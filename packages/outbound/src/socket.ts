import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { ClientOptions, RawData, WebSocket } from 'ws';
import { OutboundError, type RefusalReason } from './outbound-error.ts';

export interface SocketRequest {
  /** The WebSocket subprotocol. */
  readonly protocol: string;
  readonly signal: AbortSignal;
  /** Until the connection is open. */
  readonly timeoutMs: number;
  /** A larger frame ends the connection. */
  readonly maxFrameBytes: number;
}

/** A WebSocket connection that only receives. It is not read while its frames wait, so its memory is bounded. */
export interface OutboundSocket {
  /**
   * The frames since the last call. Waits for the first one; empty if none came within `waitMs`. Throws OutboundError when
   * the connection has ended and all of its frames were taken, or the signal's reason when that aborted.
   */
  frames(waitMs: number): Promise<readonly Buffer[]>;
  /** How often the connection was not read because its frames waited. */
  readonly pauses: () => number;
  close(): void;
}

/** Opens a connection. Throws OutboundError, HandshakeRefused, or the signal's reason when that aborted. */
export type SocketOpener = (address: string, request: SocketRequest) => Promise<OutboundSocket>;

/** The server answered the handshake with a status instead of a connection. */
export class HandshakeRefused extends Error {
  readonly host: string;
  readonly status: number;
  readonly headers: Headers;
  /** The start of the body. */
  readonly body: string;

  constructor(host: string, { status, headers, body }: { status: number; headers: Headers; body: string }) {
    super(`${host}: ${status}`);
    this.name = 'HandshakeRefused';
    this.host = host;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Bytes of frames that wait before the connection is no longer read. The last chunk from the network may add some. */
const mostWaitingBytes = 1024 * 1024;
const mostBodyBytes = 4_096;

interface Options {
  readonly isAllowed: (url: URL) => boolean;
  readonly lookup?: LookupFunction;
  readonly userAgent: string;
  readonly reasonOf: (error: unknown) => RefusalReason;
}

export function socketOpener({ isAllowed, lookup, userAgent, reasonOf }: Options): SocketOpener {
  return async (address, { protocol, signal, timeoutMs, maxFrameBytes }) => {
    signal.throwIfAborted();
    const url = new URL(address);
    if (!isAllowed(url)) throw new OutboundError('forbidden address', url.host);
    // Loaded with the first connection, because most processes open none.
    const { WebSocket: Client } = await import('ws');
    const options: ClientOptions = {
      maxPayload: maxFrameBytes,
      handshakeTimeout: timeoutMs,
      perMessageDeflate: false,
      followRedirects: false,
      headers: { 'user-agent': userAgent },
      ...(lookup !== undefined && { lookup }),
    };
    const socket = new Client(url, [protocol], options);
    return opened(socket, { host: url.host, signal, reasonOf });
  };
}

interface Opening {
  readonly host: string;
  readonly signal: AbortSignal;
  readonly reasonOf: (error: unknown) => RefusalReason;
}

async function opened(socket: WebSocket, { host, signal, reasonOf }: Opening): Promise<OutboundSocket> {
  const received = framesOf(socket, { host, signal, reasonOf });
  const stop = () => socket.terminate();
  signal.addEventListener('abort', stop, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', stop));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('open', resolve);
  socket.once('error', (error) => reject(new OutboundError(handshakeReason(error) ?? reasonOf(error), host, error)));
  socket.once('unexpected-response', (_, answer) => {
    void startOf(answer).then((body) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined) headers.set(name, [value].flat().join(', '));
      reject(new HandshakeRefused(host, { status: answer.statusCode ?? 0, headers, body }));
      socket.terminate();
    });
  });
  socket.once('close', () => reject(new OutboundError('no answer', host)));
  try {
    await promise;
  } catch (error) {
    socket.terminate();
    signal.throwIfAborted();
    throw error;
  }
  return received;
}

function handshakeReason(error: Error): RefusalReason | null {
  return /handshake has timed out/.test(error.message) ? 'time-out' : null;
}

async function startOf(answer: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of answer.setEncoding('utf8')) {
      body += String(chunk);
      if (body.length >= mostBodyBytes) break;
    }
  } catch {
    // The status is enough.
  }
  return body.slice(0, mostBodyBytes);
}

function framesOf(socket: WebSocket, { host, signal, reasonOf }: Opening): OutboundSocket {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let pauses = 0;
  let ended: OutboundError | null = null;
  let came = Promise.withResolvers<void>();
  socket.on('message', (data: RawData) => {
    const frame = bufferOf(data);
    waiting.push(frame);
    bytes += frame.byteLength;
    if (bytes >= mostWaitingBytes && !socket.isPaused) {
      pauses += 1;
      socket.pause();
    }
    came.resolve();
  });
  socket.on('error', (error) => {
    const isTooLarge = 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
    ended ??= new OutboundError(isTooLarge ? 'answer too large' : reasonOf(error), host, error);
  });
  socket.on('close', () => {
    ended ??= new OutboundError('no answer', host);
    came.resolve();
  });
  return {
    frames: async (waitMs) => {
      if (waiting.length === 0 && ended === null) {
        const timer = setTimeout(() => came.resolve(), waitMs);
        await came.promise;
        clearTimeout(timer);
      }
      signal.throwIfAborted();
      const taken = waiting;
      if (taken.length === 0 && ended !== null) throw ended;
      [waiting, bytes] = [[], 0];
      came = Promise.withResolvers();
      if (socket.isPaused) socket.resume();
      return taken;
    },
    pauses: () => pauses,
    close: () => socket.terminate(),
  };
}

function bufferOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
