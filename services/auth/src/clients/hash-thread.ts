import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** OWASP's recommendation for argon2id (the library's default variant): 19 MiB, two passes, one lane. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password to hash, or to compare with a stored hash. */
export interface HashTask {
  readonly password: string;
  readonly stored: string | null;
}

const answer = z.tuple([z.union([z.string(), z.boolean()])]);

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
        current.postMessage(task);
        const [result] = answer.parse(await once(current, 'message'));
        return result;
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
