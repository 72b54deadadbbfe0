import { z } from 'zod';
import { postRemovers } from '../values.ts';
import { timestamp } from './contract.ts';

/** Changes of a lead's post at its site, as fields of the lead. */
export const postChanges = {
  /** Who removed the post at its site; it then has no text and no author, and this as its title. Null if it is there. */
  removed: z
    .object({ by: z.enum(postRemovers), at: timestamp })
    .nullable()
    .default(null),
  /** When the post was last edited after the user had contacted its author; null if it was not. */
  editedAt: timestamp.nullable().default(null),
};
