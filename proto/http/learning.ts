import { z } from 'zod';
import { timestamp } from './contract.ts';

/**
 * How much posts with one category of one part of the score are raised or lowered, and by what the user did: `wanted` were
 * contacted, answered, rescued or given a thumb up, `unwanted` skipped or given a thumb down. Points have one decimal.
 */
export const learnedAdjustment = z.object({
  part: z.string(),
  category: z.string(),
  points: z.number(),
  wanted: z.number().int(),
  unwanted: z.number().int(),
  /** A sentence for people. */
  reason: z.string(),
});
export type LearnedAdjustment = z.infer<typeof learnedAdjustment>;

/** What scans have learned from what the user did with leads. The adjustments count only where `isApplied`. */
export const learning = z.object({
  /** The user's switch. */
  isOn: z.boolean(),
  /** Posts that the user has said something of. */
  labels: z.object({ wanted: z.number().int(), unwanted: z.number().int() }),
  adjustments: z.array(learnedAdjustment),
  /**
   * How often a wanted post stands above an unwanted one (AUC, 0 to 1, 0.5 is chance) without and with adjustments that were
   * learned from other posts only; null while there are too few labels to tell.
   */
  heldBack: z.object({ labels: z.number().int(), before: z.number(), after: z.number() }).nullable(),
  isApplied: z.boolean(),
  /** One sentence: why it is applied, or why not. */
  note: z.string(),
  /** When the last label or switch came; null before the first. */
  updatedAt: timestamp.nullable(),
});
export type Learning = z.infer<typeof learning>;
