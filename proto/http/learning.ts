import { z } from 'zod';
import { timestamp } from './contract.ts';

/**
 * How many points the posts with one category of one score part gain or lose, and the number of user actions behind it.
 * `wanted` posts were contacted, answered, rescued or given a thumb up. `unwanted` posts were skipped or given a thumb
 * down. Points have one decimal.
 */
export const learnedAdjustment = z.object({
  part: z.string(),
  category: z.string(),
  points: z.number(),
  wanted: z.number().int(),
  unwanted: z.number().int(),
  /** An explanation for people. */
  reason: z.string(),
});
export type LearnedAdjustment = z.infer<typeof learnedAdjustment>;

/** The result of learning from the user's actions on leads. The adjustments are used only if `isApplied`. */
export const learning = z.object({
  /** Whether the user has switched learning on. */
  isOn: z.boolean(),
  /** Numbers of posts that the user has labelled by an action. */
  labels: z.object({ wanted: z.number().int(), unwanted: z.number().int() }),
  adjustments: z.array(learnedAdjustment),
  /**
   * How often a wanted post ranks above an unwanted one (AUC, 0 to 1, 0.5 is chance), without and with adjustments that
   * were learned from other posts only. Null while there are too few labels to measure it.
   */
  heldBack: z.object({ labels: z.number().int(), before: z.number(), after: z.number() }).nullable(),
  isApplied: z.boolean(),
  /** One sentence that explains why the adjustments are applied, or why not. */
  note: z.string(),
  /** Time of the last label or switch; null before the first one. */
  updatedAt: timestamp.nullable(),
});
export type Learning = z.infer<typeof learning>;
