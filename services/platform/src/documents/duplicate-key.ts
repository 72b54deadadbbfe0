import { z } from 'zod';

const duplicateKey = z.object({ code: z.literal(11000), keyPattern: z.record(z.string(), z.unknown()).optional() });

/**
 * The fields of the unique index that refused a write, or null when `error` is something else; of a bulk write only
 * its first error counts.
 */
export function duplicateKeyFields(error: unknown): string[] | null {
  const parsed = duplicateKey.safeParse(error);
  return parsed.success ? Object.keys(parsed.data.keyPattern ?? {}) : null;
}
