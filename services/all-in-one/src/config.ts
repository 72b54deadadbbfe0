import { z } from 'zod';

/** Settings of the one-process mode itself; each service's own are its own. */
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
  METRICS_PORT: z.coerce
    .number({ error: 'must be a port number' })
    .int('must be a port number')
    .min(1, 'must be a port number')
    .max(65_535, 'must be a port number, 65535 at most')
    .optional()
    .describe('Port for /metrics; off by default'),
});
