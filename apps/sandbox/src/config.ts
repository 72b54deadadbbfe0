import { portNumber } from '@earshot/core';
import { platformSettings } from '@earshot/service-kit';
import { z } from 'zod';

const { EARSHOT_URL } = platformSettings.shape;
const rate = 'must be a number from 0 to 3600';
const requests = 'must be a whole number above 0';

/** The settings for operators. Every value is text from the environment. */
export const sandboxConfig = z.object({
  SANDBOX_DATA: z.string().min(1).optional().describe('Folder for the site and its times; in memory if unset'),
  SANDBOX_PORT: portNumber(1).optional().describe('Fixed port of the sandbox; any free one if unset'),
  SANDBOX_POSTS: z
    .string()
    .min(1)
    .optional()
    .describe('A .jsonl or .jsonl.gz file of posts to serve instead of the built-in ones'),
  SANDBOX_ARRIVALS_PER_HOUR: z.coerce
    .number({ error: rate })
    .min(0, rate)
    .max(3600, rate)
    .optional()
    .describe('New posts an hour; 12, or 0 with SANDBOX_POSTS'),
  SANDBOX_REQUESTS_PER_MINUTE: z.coerce
    .number({ error: requests })
    .int(requests)
    .positive(requests)
    .default(100)
    .describe('Requests a minute and client id, averaged over ten minutes as Reddit does'),
  SANDBOX_SMTP_PORT: portNumber(1)
    .optional()
    .describe('Port on which all mail is caught; users read theirs at /sandbox/mail; off by default'),
  EARSHOT_URL,
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
});
