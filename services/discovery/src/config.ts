import { z } from 'zod';

/** The operator's settings for the search for communities. */
export const discoveryConfig = z.object({
  EARSHOT_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
    .optional()
    .describe('Address under which browsers reach Earshot'),
});
