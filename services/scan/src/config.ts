import { z } from 'zod';

/** The API role takes all it needs from the platform. */
export const scanConfig = z.object({});

const tasks = 'must be a whole number from 1 to 12';

/** What the operator may set of a worker. */
export const scanWorkerConfig = z.object({
  /** Three for each of four workers take up the twelve partitions of the tasks, so that four share a scan evenly. */
  SCAN_TASKS_AT_ONCE: z.coerce
    .number({ error: tasks })
    .int(tasks)
    .min(1, tasks)
    .max(12, tasks)
    .default(3)
    .describe('Communities that one worker reads and judges at the same time'),
});
