import { appError } from '@earshot/core';
import type { ServerResponse } from 'node:http';
import type { UserId } from '@earshot/proto/refs';

/** The most answers of a user that a service prepares or sends at the same time, and their most unread bytes. */
const answerLimit = { answers: 100, bytes: 4 * 1024 * 1024 } as const;

/** Counts the answers in progress of each user, so that clients that do not read cannot fill the memory. */
export interface AnswersInProgress {
  /** Counts an answer until the connection has taken it. Throws `rate.limited` if the user has too many. */
  begin(userId: UserId, res: ServerResponse): void;
}

/** No answers yet. */
export function answersInProgress(): AnswersInProgress {
  const byUser = new Map<string, Set<ServerResponse>>();
  return {
    begin: (userId, res) => {
      const open = byUser.get(userId) ?? new Set();
      const unread = [...open].reduce((bytes, one) => bytes + one.writableLength, 0);
      if (open.size >= answerLimit.answers || unread >= answerLimit.bytes) {
        const message = 'Too many answers are on their way; read them before you ask again';
        throw appError('rate.limited', { retryAfterSeconds: 1, message });
      }
      byUser.set(userId, open.add(res));
      res.once('close', () => {
        open.delete(res);
        if (open.size === 0) byUser.delete(userId);
      });
    },
  };
}
