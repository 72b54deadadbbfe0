import { z } from 'zod';

/** What the operator may set; every value arrives as text from the environment. */
export const sandboxConfig = z.object({
  SANDBOX_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe('Fixed port of the sandbox; any free one if unset'),
  SANDBOX_POSTS: z
    .string()
    .min(1)
    .optional()
    .describe('A .jsonl or .jsonl.gz file of real posts to serve instead of the built-in ones'),
  SANDBOX_ARRIVALS_PER_HOUR: z.coerce
    .number()
    .min(0)
    .max(3600)
    .optional()
    .describe('New posts an hour; 12, or 0 with SANDBOX_POSTS'),
  SANDBOX_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(100)
    .describe('Requests a minute and client id, averaged over ten minutes as Reddit does'),
});

export type SandboxConfig = z.infer<typeof sandboxConfig>;
