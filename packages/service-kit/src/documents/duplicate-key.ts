import { z } from 'zod';

const duplicateKey = 11000;
const serverError = z.object({
  code: z.number(),
  message: z.string(),
  keyPattern: z.record(z.string(), z.unknown()).optional(),
});
/** With no write refused it tells of something else: the driver wraps a lost connection in the same error. */
const bulkError = z.object({ writeErrors: z.array(z.object({ code: z.number(), index: z.number() })).min(1) });

// FerretDB, which stands in for MongoDB in some images, names the index only, answers findAndModify with code 1 and
// PostgreSQL's words, and lets PostgreSQL's deadlocks through.
const indexNamed = /Index '([^']+)'/;
const internalError = 1;
const constraintBroken = /violates (?:exclusion|unique) constraint/;
const deadlock = /deadlock detected/;

/**
 * The fields of the unique index that refused a write, none when the server does not name it, or null when `error` is
 * something else; of a bulk write only its first error counts.
 */
export function duplicateKeyFields(error: unknown): string[] | null {
  const parsed = serverError.safeParse(error);
  if (!parsed.success) return null;
  const { code, message, keyPattern } = parsed.data;
  if (code === internalError && constraintBroken.test(message)) return [];
  if (code !== duplicateKey) return null;
  return keyPattern === undefined ? fieldsOf(indexNamed.exec(message)?.[1]) : Object.keys(keyPattern);
}

/** By the name that an index gets when it is given none: `userId_1_nameKey_1`. */
function fieldsOf(index = ''): string[] {
  if (index === '_id_') return ['_id'];
  return [...index.matchAll(/(.+?)_-?1(?:_|$)/g)].map(([, field]) => field ?? '');
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

/** An upsert that lost finds the winner's document; each further race needs yet another writer in between. */
const upsertAttempts = 5;

/**
 * Runs an upsert on a document that a unique index keeps single: of several first writes at once all but one may be
 * refused, and these are tried again, now on the document that the first one made.
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
