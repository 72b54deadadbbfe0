import { createHash } from 'node:crypto';

/** Descriptions that differ only in case, spacing or forms of the same letters are one. */
export function normalised(description: string): string {
  return description.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The name of a description in events and in the cache: SHA-256 of its normal form, in hex. */
export function hashOf(description: string): string {
  return createHash('sha256').update(normalised(description)).digest('hex');
}
