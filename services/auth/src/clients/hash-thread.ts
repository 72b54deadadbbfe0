import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** What OWASP's password storage cheat sheet asks of argon2id (the library's default kind): 19 MiB, two passes, one lane. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password to hash, or to hold against a stored hash. */
export interface HashTask {
  readonly password: string;
  readonly stored: string | null;
}

const answer = z.tuple([z.union([z.string(), z.boolean()])]);

/** A thread that hashes one password at a time, at a low priority: whoever reads meanwhile comes first. */
export interface HashThread {
  /** The hash of a task without one, else whether they match. One at a time. */
  run(task: HashTask): Promise<string | boolean>;
}

/** Starts with its first task, and anew after a failure; keeps no process alive when it has nothing to do. */
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
