import { z } from 'zod';

/** Settings of the parts that all services share. */
export const platformSettings = z.object({
  OPENAI_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('Key of an OpenAI-compatible model; without it scoring and drafting are keyless'),
  OPENAI_BASE_URL: z.url('must be a web address').optional().describe('Where the model answers'),
  OPENAI_MODEL: z.string().min(1).optional().describe('Model name to send instead of the one a user chose'),
  REDDIT_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Approved Reddit client; without it the sandbox is the source'),
  REDDIT_CLIENT_SECRET: z.string().optional().describe('Secret of the Reddit client'),
  REDDIT_USER_AGENT: z
    .string()
    .regex(/^\S+:\S+:\S+ \(by \/u\/\S+\)$/, 'must read <platform>:<app id>:<version> (by /u/<name>), as Reddit asks')
    .optional()
    .describe('How we call ourselves at Reddit'),
  EARSHOT_URL: z.url('must be a web address').optional().describe('Address under which browsers reach Earshot'),
});
export type PlatformSettings = z.infer<typeof platformSettings>;
