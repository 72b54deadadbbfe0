import { z } from 'zod';

/** The lead service has no settings of its own. */
export const leadConfig = z.object({});
