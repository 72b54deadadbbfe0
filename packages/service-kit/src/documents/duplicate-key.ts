import { z } from 'zod';

const duplicateKey = 11000;
const serverError = z.object({
  code: z.number(),
  message: z.string(),
  keyPattern: z.record(z.string(), z.unknown()).optional(),
});
/** Requires at least one rejected write, because the driver wraps a lost connection in the same error. */
const bulkError = z.object({ writeErrors: z.array(z.object({ code: z.number(), index: z.number() })).min(1) });

// FerretDB replaces MongoDB in some images. It names only the index, answers findAndModify with code 1 and PostgreSQL's
// message, and passes on PostgreSQL's deadlocks.
const indexNamed = /Index '([^']+)'/;
const internalError = 1;
const constraintBroken = /violates (?:exclusion|unique) constraint/;
const deadlock = /deadlock detected/;

/**
 * Returns the fields of the unique index that rejected a write. The list is empty if the server does not name the
 * index. Returns null if `error` is another error. For a bulk write, only its first error counts.
 */
export function duplicateKeyFields(error: unknown): string[] | null {
  const parsed = serverError.safeParse(error);
  if (!parsed.success) return null;
  const { code, message, keyPattern } = parsed.data;
  if (code === internalError && constraintBroken.test(message)) return [];
  if (code !== duplicateKey) return null;
  return keyPattern === undefined ? fieldsOf(indexNamed.exec(message)?.[1]) : Object.keys(keyPattern);
}

/** Derives the fields from an index's default name, for example `userId_1_nameKey_1`. */
function fieldsOf(index = ''): string[] {
  if (index === '_id_') return ['_id'];
  return [...index.matchAll(/(.+?)_-?1(?:_|$)/g)].map(([, field]) => field ?? '');
}

/**
 * Returns the positions of the operations in an unordered bulk write that met a duplicate key. Rethrows the error if an
 * operation failed for another reason.
 */
export function duplicateKeyPositions(error: unknown): number[] {
  const parsed = bulkError.safeParse(error);
  if (!parsed.success || parsed.data.writeErrors.some(({ code }) => code !== duplicateKey)) throw error;
  return parsed.data.writeErrors.map(({ index }) => index);
}

/**
 * Maximum number of attempts. A retry finds the existing document, so it is rejected again only if another writer
 * interferes.
 */
const upsertAttempts = 5;

/**
 * Runs an upsert on a document that a unique index keeps single. When several first writes run at once, all but one may
 * be rejected. A rejected write is retried, and then updates the document that the first one created.
 */
export async function upsertAtLast<T>(upsert: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await upsert();
    } catch (error) {
      if (attempt === upsertAttempts || !lostRace(error)) throw error;
    }
  }
}

function lostRace(error: unknown): boolean {
  return duplicateKeyFields(error) !== null || deadlock.test(serverError.safeParse(error).data?.message ?? '');
}
