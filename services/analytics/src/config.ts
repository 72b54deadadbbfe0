import { z } from 'zod';

/** The analytics service has no settings of its own. */
export const analyticsConfig = z.object({});
