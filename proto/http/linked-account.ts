import { z } from 'zod';
import { accountHoldReasons } from '../values.ts';
import { timestamp } from './contract.ts';
import { sourceView } from './source.ts';

/** What keeps an account from writing, and until when; `until` is null if the site did not say. */
const accountHold = z.object({ reason: z.enum(accountHoldReasons), until: timestamp.nullable() });
export type AccountHold = z.infer<typeof accountHold>;

/** A linked account of the community site. Its tokens never leave the service. */
export const redditAccount = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  ...sourceView,
  usernameLabel: z.string(),
  /** False if the site no longer accepts our credentials for it. The user must link it again. */
  isActive: z.boolean(),
  /** Null if nothing keeps the account from writing. */
  hold: accountHold.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type RedditAccount = z.infer<typeof redditAccount>;
