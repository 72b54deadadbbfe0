/** FNV-1a over UTF-16 code units: a stable 32-bit number for values that must look random but never change. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A stable number in [0, 1). */
export function fractionOf(text: string): number {
  return hashOf(text) / 0x100000000;
}
