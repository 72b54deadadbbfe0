import { createHash } from 'node:crypto';

/** Normalizes a description: case, spacing and variants of the same letters do not matter. */
function normalised(description: string): string {
  return description.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The id of a description in events and in the cache: SHA-256 of its normalized form, in hex. */
export function hashOf(description: string): string {
  return createHash('sha256').update(normalised(description)).digest('hex');
}
