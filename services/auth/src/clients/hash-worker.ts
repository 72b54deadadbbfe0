import { hashSync, verifySync } from '@node-rs/argon2';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { cost, type HashAnswer, type HashTask } from './hash-thread.ts';

/** Entry point of a hashing thread: handles one task at a time, in order. */
// Linux has a priority per thread; elsewhere this would change the whole process's priority.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const task: z.ZodType<HashTask> = z.object({ password: z.string(), stored: z.string().nullable() });

parentPort?.on('message', (message: unknown) => {
  const { password, stored } = task.parse(message);
  const answer: HashAnswer = { result: stored === null ? hashSync(password, cost) : verifySync(stored, password) };
  parentPort?.postMessage(answer);
});
