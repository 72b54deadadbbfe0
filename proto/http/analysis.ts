import { z } from 'zod';

/** One named part of a score: its points, and the words of the post that earned them (null: no words needed). */
export const scorePart = z.object({
  name: z.string(),
  category: z.string(),
  points: z.number(),
  quote: z.string().nullable(),
  note: z.string(),
});
export type ScorePart = z.infer<typeof scorePart>;

/**
 * How a lead's score came about: the parts sum to the score, clamped to 0.0 to 10.0. `provisional`: given without the user's
 * model while it was away; the post is scored again when it is back.
 */
export const aiAnalysis = z.object({
  scorerVersion: z.string(),
  provisional: z.boolean(),
  parts: z.array(scorePart),
});
export type AiAnalysis = z.infer<typeof aiAnalysis>;

/** 0.0 to 10.0 with one decimal, as text. */
export const score = z.string().regex(/^(10|\d)\.\d$/);
