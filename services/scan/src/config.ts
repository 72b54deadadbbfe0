import { z } from 'zod';

/** Both roles take all they need from the platform. */
export const scanConfig = z.object({});
