import { z } from 'zod';

/** The outreach service has no settings of its own. */
export const outreachConfig = z.object({});
