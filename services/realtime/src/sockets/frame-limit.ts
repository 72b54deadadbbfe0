import { closeCodes } from '@earshot/proto/realtime';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { close } from './clients.ts';

/**
 * The most that a client may send in one window. A page sends `authenticate` when it connects or wakes up, and answers
 * two pings a minute. `bytes` is more than the largest frame, which is refused for its size.
 */
export const frameLimit = { windowMs: 10_000, frames: 30, bytes: 128 * 1024 } as const;

/**
 * Closes a socket with `policy` that sends more than `frameLimit`. Bytes and frames are counted before anything is
 * parsed, and what follows is not read: a client that floods costs no more than the limit.
 */
export function limitFrames(socket: WebSocket, connection: Duplex): void {
  let startedMs = -Infinity;
  let [frames, bytes] = [0, 0];
  let isOver = false;
  const count = (more: { frames: number; bytes: number }) => {
    const nowMs = performance.now();
    if (nowMs - startedMs >= frameLimit.windowMs) {
      startedMs = nowMs;
      [frames, bytes] = [0, 0];
    }
    frames += more.frames;
    bytes += more.bytes;
    if (isOver || (frames <= frameLimit.frames && bytes <= frameLimit.bytes)) return;
    isOver = true;
    // A socket that is closing for another reason needs no second close frame.
    if (socket.readyState !== socket.OPEN) socket.terminate();
    close(socket, closeCodes.policy, 'too many frames');
    socket.pause();
  };
  connection.on('data', (chunk: Buffer) => count({ frames: 0, bytes: chunk.length }));
  for (const kind of ['message', 'ping', 'pong'] as const) socket.on(kind, () => count({ frames: 1, bytes: 0 }));
}
