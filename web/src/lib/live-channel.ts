import { closeCodes, serverFrame, type ServerFrame } from '@earshot/proto/realtime';

/** What is needed of a WebSocket. */
export type LiveSocket = Pick<WebSocket, 'OPEN' | 'readyState' | 'send' | 'close' | 'addEventListener'>;

export interface LiveChannelDeps {
  readonly url: string;
  readonly userId: string;
  readonly openSocket: (url: string) => LiveSocket;
  readonly onFrame: (frame: ServerFrame) => void;
  /** From now on everything is heard. What happened since the page asked for its lists, or in a break, was missed. */
  readonly onListening: () => void;
  readonly onSignedOut: () => void;
}

export const reconnectDelayMs = 3000;

/**
 * Opens the live channel, says who is there, and hands over each frame that keeps the contract (others are dropped).
 * Reconnects after 3 s unless closed normally or for want of a session. Gives the function that ends it.
 */
export function openLiveChannel(deps: LiveChannelDeps): () => void {
  let socket: LiveSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const connect = () => {
    const current = deps.openSocket(deps.url);
    socket = current;
    current.addEventListener('open', () => {
      if (ended) return current.close(closeCodes.normal);
      current.send(JSON.stringify({ type: 'authenticate', userId: deps.userId }));
    });
    current.addEventListener('message', (event) => {
      const frame = parseFrame(event.data);
      if (ended || !frame) return;
      if (frame.type === 'authenticated') deps.onListening();
      deps.onFrame(frame);
    });
    current.addEventListener('close', (event) => {
      if (ended || event.code === closeCodes.normal) return;
      if (event.code === closeCodes.unauthorized) return deps.onSignedOut();
      timer = setTimeout(connect, reconnectDelayMs);
    });
  };

  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    // A socket that is still opening closes itself once open: closing it now would be a console warning.
    if (socket && socket.readyState === socket.OPEN) socket.close(closeCodes.normal);
  };
}

function parseFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    return serverFrame.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
