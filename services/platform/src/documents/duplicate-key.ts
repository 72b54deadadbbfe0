import { z } from 'zod';

const duplicateKey = 11000;
const writeError = z.object({
  code: z.literal(duplicateKey),
  keyPattern: z.record(z.string(), z.unknown()).optional(),
});
const bulkError = z.object({ writeErrors: z.array(z.object({ code: z.number(), index: z.number() })) });

/**
 * The fields of the unique index that refused a write, or null when `error` is something else; of a bulk write only
 * its first error counts.
 */
export function duplicateKeyFields(error: unknown): string[] | null {
  const parsed = writeError.safeParse(error);
  return parsed.success ? Object.keys(parsed.data.keyPattern ?? {}) : null;
}

/**
 * Which operations of an unordered bulk met a duplicate key, by their position. Rethrows when something else went wrong
 * with any of them.
 */
export function duplicateKeyPositions(error: unknown): number[] {
  const parsed = bulkError.safeParse(error);
  if (!parsed.success || parsed.data.writeErrors.some(({ code }) => code !== duplicateKey)) throw error;
  return parsed.data.writeErrors.map(({ index }) => index);
}
