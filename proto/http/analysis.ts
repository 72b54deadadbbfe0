import { z } from 'zod';

/** A named part of a score: its points, and the words of the post that earned them (null if no words are needed). */
export const scorePart = z.object({
  name: z.string(),
  category: z.string(),
  points: z.number(),
  quote: z.string().nullable(),
  note: z.string(),
});
export type ScorePart = z.infer<typeof scorePart>;

/**
 * How a lead's score was calculated. The sum of the parts, limited to 0.0 to 10.0, is the score. `provisional`: scored
 * without the user's model while it was unavailable. The post is scored again when the model is back.
 */
export const aiAnalysis = z.object({
  scorerVersion: z.string(),
  provisional: z.boolean(),
  parts: z.array(scorePart),
});
export type AiAnalysis = z.infer<typeof aiAnalysis>;

/** From 0.0 to 10.0 with one decimal, as text. */
export const score = z.string().regex(/^(10|\d)\.\d$/);
