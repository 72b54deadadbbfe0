import { randomUUID } from 'node:crypto';

let lastMs = 0;
let counter = 0;

/**
 * A UUID of version 7 (RFC 9562): sorts by time, and within one process strictly in order of creation,
 * because the 12 bits after the time count up within a millisecond.
 */
export function newId(nowMs = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = 0;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const count = counter.toString(16).padStart(3, '0');
  // The variant and the 62 random bits of a UUID of version 4, for which Node draws random bytes in advance.
  const tail = randomUUID().slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail}`;
}

/**
 * The time when `newId` created an id, in milliseconds. Ids created in rapid succession may be a few milliseconds
 * ahead.
 */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
