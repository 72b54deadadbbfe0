import { z } from 'zod';

/** Realtime needs no settings of its own. */
export const realtimeConfig = z.object({});
