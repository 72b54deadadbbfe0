/** Number of colours of the avatars, `--avatar1` and so on. */
const hues = 6;

interface Avatar {
  readonly letter: string;
  /** From 1: which of the avatar colours. */
  readonly hue: number;
}

/** The avatar of a community: the first letter or digit of its label without the source's prefix, and a colour of that. */
export function avatarOf(name: string): Avatar {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '#';
  // FNV-1a: short names that differ in one letter get different sums.
  let sum = 0x811c9dc5;
  for (const character of name.toLowerCase()) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return { letter, hue: ((sum >>> 0) % hues) + 1 };
}
