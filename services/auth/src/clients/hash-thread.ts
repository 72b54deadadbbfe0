import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** OWASP's recommendation for argon2id (the library's default variant): 19 MiB, two passes, one lane. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password to hash, or to compare with a stored hash. */
export interface HashTask {
  readonly password: string;
  readonly stored: string | null;
}

const answer = z.object({ result: z.union([z.string(), z.boolean()]) });
export type HashAnswer = z.infer<typeof answer>;
const received = z.tuple([answer]);

/**
 * A thread that hashes one password at a time, at low priority, so that requests are served first
 * (docs/decisions/0017-password-hashing-in-a-low-priority-thread.md).
 */
export interface HashThread {
  /** Returns the hash if the task has no stored hash, else whether it matches. One task at a time. */
  run(task: HashTask): Promise<string | boolean>;
}

/** Starts the thread with the first task, and again after a failure. An idle thread does not keep the process alive. */
export function hashThread(): HashThread {
  let worker: Worker | undefined;
  return {
    run: async (task) => {
      worker ??= new Worker(new URL('./hash-worker.ts', import.meta.url));
      const current = worker;
      current.ref();
      try {
        const messages = on(current, 'message');
        current.postMessage(task);
        return await resultIn(messages);
      } catch (error) {
        worker = undefined;
        void current.terminate();
        throw error;
      } finally {
        current.unref();
      }
    },
  };
}

/** Ignores every other message: under `node --watch`, Node itself reports the files that a thread loads. */
async function resultIn(messages: AsyncIterable<unknown>): Promise<string | boolean> {
  for await (const message of messages) {
    const parsed = received.safeParse(message);
    if (parsed.success) return parsed.data[0].result;
  }
  throw new Error('the hash thread ended without an answer');
}
