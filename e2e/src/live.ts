import { type ServerFrame, serverFrame } from '@earshot/proto/realtime';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Visitor } from './visitor.ts';

export interface LiveChannel {
  /** Frames received so far, in order, parsed by the contract. */
  readonly frames: ServerFrame[];
  readonly closed: Promise<number>;
  send(text: string): void;
  close(): void;
}

/** Opens `/ws` as the visitor and, if `userId` is given, authenticates. */
export async function openLive(
  visitor: Visitor,
  userId?: string,
  headers: Record<string, string> = {},
): Promise<LiveChannel> {
  const socket = new WebSocket(`${visitor.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: visitor.cookieHeader, ...headers },
  });
  const frames: ServerFrame[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code));
  });
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) frames.push(serverFrame.parse(JSON.parse(data.toString())));
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  if (userId !== undefined) socket.send(JSON.stringify({ type: 'authenticate', userId }));
  return { frames, closed, send: (text) => socket.send(text), close: () => socket.close() };
}
