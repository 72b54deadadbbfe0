import { z } from 'zod';
import { authProviders } from '../values.ts';
import { timestamp } from './contract.ts';

/** An account as its owner sees it. Names and picture are null until set. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  authProvider: z.enum(authProviders),
  isEmailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type User = z.infer<typeof user>;
