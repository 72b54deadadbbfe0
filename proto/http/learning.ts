import { z } from 'zod';
import { timestamp } from './contract.ts';

/** What Earshot learned from the user's actions on leads, and whether scores use it. */
export const learning = z.object({
  /** Whether the user has switched learning on. */
  isOn: z.boolean(),
  /**
   * Numbers of posts that the user has labelled by an action. `wanted` posts were contacted, answered, kept as leads or given
   * a thumb up. `unwanted` posts were skipped or given a thumb down.
   */
  labels: z.object({ wanted: z.number().int(), unwanted: z.number().int() }),
  isApplied: z.boolean(),
  /** One sentence that explains why it is applied, or why not. */
  note: z.string(),
  /** Time of the last label or switch; null before the first one. */
  updatedAt: timestamp.nullable(),
});
export type Learning = z.infer<typeof learning>;
