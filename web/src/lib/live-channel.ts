import { closeCodes, serverFrame, type ServerFrame } from '@earshot/proto/realtime';

/** The part of a WebSocket that the live channel uses. */
export type LiveSocket = Pick<WebSocket, 'OPEN' | 'readyState' | 'send' | 'close' | 'addEventListener'>;

export interface LiveChannelDeps {
  /** The page's origin. The channel is encrypted where the page is. */
  readonly origin: string;
  readonly userId: string;
  readonly openSocket: (url: string) => LiveSocket;
  /** False while Earshot cannot be reached, since an attempt would fail. `check` tries again. */
  readonly mayConnect: () => boolean;
  readonly onFrame: (frame: ServerFrame) => void;
  /** All frames are received from now on. After a start or a break, earlier ones may have been missed. */
  readonly onListening: (after: ListeningAfter) => void;
  /** The connection broke or does not answer; `onListening` reports its recovery. */
  readonly onLost: () => void;
  readonly onSignedOut: () => void;
}

/** `replay`: the connection was lost, and the server sends the missed frames. */
export type ListeningAfter = 'start' | 'break' | 'replay';

export interface LiveChannel {
  readonly close: () => void;
  /**
   * Verifies the connection. `missed` means that frames may have been missed even if the connection is alive.
   * Browsers neither report a connection that died during sleep nor expose the server's pings, so it sends `authenticate` and waits.
   * See docs/decisions/0062-verify-the-live-connection.md.
   */
  readonly check: (missed?: boolean) => void;
}

export const reconnectDelayMs = 3000;
/** Timeouts for the answer to `authenticate`, in ms: of a socket that is still opening, and of an open one. */
const openWithinMs = 10_000;
export const answerWithinMs = 5000;

/**
 * Opens the live channel, authenticates, and passes on each frame that matches the contract (others are dropped).
 * Reconnects after 3 s unless it was closed normally or for lack of a session, and asks for the frames after the last
 * one (docs/decisions/0091-one-sequence-of-frames.md).
 */
export function openLiveChannel(deps: LiveChannelDeps): LiveChannel {
  const link = new Link(deps);
  link.connect();
  return { close: () => link.end(), check: (missed = false) => link.check(missed) };
}

class Link {
  readonly #deps: LiveChannelDeps;
  /** The current socket; abandoned ones close after opening. */
  #socket: LiveSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  /** Since when frames were missed, until the next `authenticated`; null if none were missed. */
  #missedSince: ListeningAfter | null = 'start';
  /** The number of the last frame; undefined while the server does not count. */
  #seq: number | undefined;
  /** A connection attempt is due, but Earshot cannot be reached. */
  #isDue = false;

  constructor(deps: LiveChannelDeps) {
    this.#deps = deps;
  }

  connect(): void {
    this.#isDue = !this.#deps.mayConnect();
    if (this.#isDue) return this.#lost();
    const since = this.#seq === undefined ? '' : `?since=${this.#seq}`;
    const socket = this.#deps.openSocket(`${this.#deps.origin.replace(/^http/, 'ws')}/ws${since}`);
    this.#socket = socket;
    this.#awaitAnswer(openWithinMs);
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.#ask(socket);
      else socket.close(closeCodes.normal);
    });
    socket.addEventListener('message', (event) => {
      const frame = parseFrame(event.data);
      if (this.#socket === socket && frame) this.#handleFrame(frame);
    });
    socket.addEventListener('close', (event) => {
      if (this.#socket === socket) this.#closed(event.code);
    });
  }

  check(missed: boolean): void {
    if (this.#isDue) return this.connect();
    const socket = this.#socket;
    if (socket === null || socket.readyState !== socket.OPEN) return;
    if (missed) this.#missedSince ??= 'break';
    // Frequent checks must not put off the end of a dead connection.
    if (this.#answer !== undefined) return;
    this.#awaitAnswer(answerWithinMs);
    this.#ask(socket);
  }

  end(): void {
    this.#isDue = false;
    clearTimeout(this.#retry);
    this.#abandon();
  }

  #ask(socket: LiveSocket): void {
    socket.send(JSON.stringify({ type: 'authenticate', userId: this.#deps.userId }));
  }

  #awaitAnswer(ms: number): void {
    this.#stopWaiting();
    this.#answer = setTimeout(() => {
      this.#abandon();
      this.#lost();
      this.connect();
    }, ms);
  }

  #stopWaiting(): void {
    clearTimeout(this.#answer);
    this.#answer = undefined;
  }

  #handleFrame(frame: ServerFrame): void {
    if (frame.type === 'authenticated') this.#listening(frame.seq);
    else if (frame.type === 'resync') {
      this.#seq = frame.seq;
      this.#deps.onListening('break');
    } else if (frame.seq !== undefined) {
      if (this.#seq !== undefined && frame.seq <= this.#seq) return;
      this.#seq = frame.seq;
    }
    this.#deps.onFrame(frame);
  }

  /** The server answered `authenticate`. If it cannot replay the frames after `since`, it sends `resync` next. */
  #listening(seq: number | undefined): void {
    this.#stopWaiting();
    const canReplay = this.#seq !== undefined && seq !== undefined;
    const after = this.#missedSince === 'replay' && !canReplay ? 'break' : this.#missedSince;
    this.#seq = seq;
    this.#missedSince = null;
    if (after) this.#deps.onListening(after);
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#stopWaiting();
    if (code === closeCodes.normal) return;
    if (code === closeCodes.unauthorized) return this.#deps.onSignedOut();
    this.#lost();
    this.#retry = setTimeout(() => this.connect(), reconnectDelayMs);
  }

  #lost(): void {
    this.#missedSince = this.#seq === undefined ? 'break' : 'replay';
    this.#deps.onLost();
  }

  /** A socket that is still opening is closed after it has opened: closing it now would log a warning in the console. */
  #abandon(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#stopWaiting();
    if (socket && socket.readyState === socket.OPEN) socket.close(closeCodes.normal);
  }
}

function parseFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    return serverFrame.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
