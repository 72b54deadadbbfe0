import { z } from 'zod';

const tasks = 'must be a whole number from 1 to 12';

/** The settings of a worker. */
export const scanWorkerConfig = z.object({
  /** Tasks mostly wait for the source or a model, so several run at once. For more throughput, run more workers. */
  SCAN_TASKS_AT_ONCE: z.coerce
    .number({ error: tasks })
    .int(tasks)
    .min(1, tasks)
    .max(12, tasks)
    .default(2)
    .describe('Tasks of scans that one worker works on at the same time; tasks that wait for a source do not count'),
});
