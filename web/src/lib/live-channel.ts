import { closeCodes, serverFrame, type ServerFrame } from '@earshot/proto/realtime';

/** What is needed of a WebSocket. */
export type LiveSocket = Pick<WebSocket, 'OPEN' | 'readyState' | 'send' | 'close' | 'addEventListener'>;

export interface LiveChannelDeps {
  readonly url: string;
  readonly userId: string;
  readonly openSocket: (url: string) => LiveSocket;
  /** False while nothing answers: an attempt would only fail. `check` says when to look again. */
  readonly mayConnect: () => boolean;
  readonly onFrame: (frame: ServerFrame) => void;
  /** From now on everything is heard. What happened since the page asked for its lists, or in a break, was missed. */
  readonly onListening: (after: 'start' | 'break') => void;
  /** The link broke or nobody answers on it; `onListening` ends this. */
  readonly onLost: () => void;
  readonly onSignedOut: () => void;
}

export interface LiveChannel {
  readonly close: () => void;
  /**
   * Makes sure that the link lives. `missed`: time has passed unseen, so that what is shown may be old even if it does.
   * Browsers do not tell of a link that died in a sleep, nor show the server's pings: the question is `authenticate`.
   */
  readonly check: (missed?: boolean) => void;
}

export const reconnectDelayMs = 3000;
/** Longest waits for the answer to `authenticate`: of a socket that is still to open, and of one that stands. */
const openWithinMs = 10_000;
export const answerWithinMs = 5000;

/**
 * Opens the live channel, says who is there, and hands over each frame that keeps the contract (others are dropped).
 * Reconnects after 3 s unless closed normally or for want of a session.
 */
export function openLiveChannel(deps: LiveChannelDeps): LiveChannel {
  const link = new Link(deps);
  link.connect();
  return { close: () => link.end(), check: (missed = false) => link.check(missed) };
}

class Link {
  readonly #deps: LiveChannelDeps;
  /** The one that counts; others close themselves. */
  #socket: LiveSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  /** What the next answer ends; null while nothing was missed. */
  #missedSince: 'start' | 'break' | null = 'start';
  /** It is time to connect, but nothing answers yet. */
  #isDue = false;

  constructor(deps: LiveChannelDeps) {
    this.#deps = deps;
  }

  connect(): void {
    this.#isDue = !this.#deps.mayConnect();
    if (this.#isDue) return this.#lost();
    const socket = this.#deps.openSocket(this.#deps.url);
    this.#socket = socket;
    this.#awaitAnswer(openWithinMs);
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.#ask(socket);
      else socket.close(closeCodes.normal);
    });
    socket.addEventListener('message', (event) => {
      const frame = parseFrame(event.data);
      if (this.#socket === socket && frame) this.#heard(frame);
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
    clearTimeout(this.#answer);
    this.#answer = setTimeout(() => {
      this.#abandon();
      this.#lost();
      this.connect();
    }, ms);
  }

  #heard(frame: ServerFrame): void {
    if (frame.type === 'authenticated') {
      clearTimeout(this.#answer);
      const after = this.#missedSince;
      this.#missedSince = null;
      if (after) this.#deps.onListening(after);
    }
    this.#deps.onFrame(frame);
  }

  #closed(code: number): void {
    this.#socket = null;
    clearTimeout(this.#answer);
    if (code === closeCodes.normal) return;
    if (code === closeCodes.unauthorized) return this.#deps.onSignedOut();
    this.#lost();
    this.#retry = setTimeout(() => this.connect(), reconnectDelayMs);
  }

  #lost(): void {
    this.#missedSince = 'break';
    this.#deps.onLost();
  }

  /** A socket that is still opening closes itself once open: closing it now would be a console warning. */
  #abandon(): void {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#answer);
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
