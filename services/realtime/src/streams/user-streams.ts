import { unlessAway } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { Client } from '../sockets/clients.ts';
import { logOf, type PendingFrame, type StreamContext, UserStream } from './user-stream.ts';

/** The streams of all users with listening sockets or waiting frames. */
export interface UserStreams {
  /** Sends frames to the user's sockets, on this replica. Resolves when there is room for more. */
  send(userId: UserId, pendingFrames: readonly PendingFrame[]): Promise<void>;
  /**
   * Answers the client's `authenticate`. Then sends the frames after `since`, if it is given and the client is not
   * listening yet, and all later ones.
   */
  join(client: Client, since: number | undefined): void;
  /** The client is gone. */
  leave(client: Client): void;
  /** Removes the user's frames from the store. */
  forget(userId: UserId): Promise<void>;
}

/** No streams yet. */
export function userStreams(context: StreamContext): UserStreams {
  const streams = new Map<string, UserStream>();
  const release = (userId: UserId) => {
    if (streams.get(userId)?.isIdle === true) streams.delete(userId);
  };
  const streamOf = (userId: UserId) => {
    const stream = streams.get(userId) ?? new UserStream(userId, context, () => release(userId));
    streams.set(userId, stream);
    return stream;
  };
  return {
    send: (userId, pendingFrames) => streamOf(userId).add(pendingFrames),
    join: (client, since) => streamOf(client.userId).join(client, since),
    leave: ({ userId }) => release(userId),
    forget: async (userId) => {
      const start = context.epoch.start();
      const options = { after: undefined, notBefore: start, start, keep: 1, ttlMs: 1 };
      // Without the store, the frames expire within minutes.
      await unlessAway(
        async () => void (await context.kv.append(logOf(userId), [], options)),
        () => undefined,
      );
    },
  };
}
