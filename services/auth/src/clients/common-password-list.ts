import type { CommonPasswords } from '../domain/common-passwords.ts';

/** Number of refused passwords from the list. */
const refused = 3_000;
/** Shorter passwords are refused because of their length. */
const minLength = 8;

/** The most common passwords of zxcvbn's list, which is ordered by use. Loaded on first use. */
export function commonPasswordList(): CommonPasswords {
  let list: Promise<ReadonlySet<string>> | undefined;
  return {
    has: async (password) => {
      list ??= read();
      return (await list).has(password.toLowerCase());
    },
  };
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const known = new Set<string>();
  for (const password of dictionary['passwords-common']) {
    if (password.length >= minLength) known.add(password.toLowerCase());
    if (known.size === refused) break;
  }
  return known;
}
