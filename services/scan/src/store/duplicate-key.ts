import { z } from 'zod';

const duplicateKey = 11000;
const serverError = z.object({ code: z.literal(duplicateKey) });
const bulkError = z.object({ writeErrors: z.array(z.object({ code: z.number(), index: z.number() })) });

/** The unique index already holds such a document. */
export function isDuplicateKey(error: unknown): boolean {
  return serverError.safeParse(error).success;
}

/**
 * Which operations of an unordered bulk met a duplicate key, by their position. Rethrows when something else went wrong
 * with any of them.
 */
export function duplicatesOf(error: unknown): number[] {
  const parsed = bulkError.safeParse(error);
  if (!parsed.success || parsed.data.writeErrors.some(({ code }) => code !== duplicateKey)) throw error;
  return parsed.data.writeErrors.map(({ index }) => index);
}
