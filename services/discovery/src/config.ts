import { z } from 'zod';

/** The discovery service has no settings of its own. */
export const discoveryConfig = z.object({});
