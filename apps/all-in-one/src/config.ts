import { portNumber } from '@earshot/core';
import { z } from 'zod';

/** Settings of the single-process mode. Each service defines its settings separately. */
export const allInOneConfig = z.object({
  EARSHOT_DATA: z
    .string()
    .min(1)
    .optional()
    .describe('Folder that holds everything; .earshot in the project by default'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, silent',
    })
    .default('warn')
    .describe('How much is logged'),
  METRICS_PORT: portNumber(1).optional().describe('Port for /metrics; off by default'),
});
