/** Reasons for refusing a new password. Each completes the sentence "This password ...". */
export const passwordWeaknesses = {
  blank: 'is blank',
  repeated: 'repeats the same characters',
  run: 'follows a row of the keyboard, the alphabet or the digits',
  personal: 'is your address or your name',
  product: 'is the name of this product',
} as const;
export type PasswordWeakness = keyof typeof passwordWeaknesses;

/** What attackers know of an account. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const keyboardRows = [
  'qwertyuiop[]\\',
  'qwertzuiop',
  'azertyuiop',
  "asdfghjkl;'",
  'qsdfghjklm',
  'zxcvbnm,./',
  'yxcvbnm,.-',
  'wxcvbn',
  '`1234567890-=',
  '!@#$%^&*()_+',
];
/** Alphabet and digits continue at their start: `67890123`. */
const rows = [...keyboardRows, alphabet + alphabet, '0123456789012345678', '12345678901234567890'];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);
const longestBlock = 4;
const minCore = 3;

/** The password in lower case without digits and signs at either end. */
export function passwordCore(password: string): string {
  return password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/**
 * The forms of a password to compare with known words: the whole, and its core where that has at least three
 * characters. Both are in lower case.
 */
export function passwordForms(password: string): string[] {
  const core = passwordCore(password);
  return [password.toLowerCase(), ...([...core].length >= minCore ? [core] : [])];
}

/**
 * Returns why attackers would guess a password early, or null. Ignores case. The rules are from issue 16; the list of
 * common passwords is a separate check of the auth service.
 */
export function passwordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | null {
  const whole = password.toLowerCase();
  if (whole.trim() === '') return 'blank';
  if (repeatsBlock(whole)) return 'repeated';
  const forms = passwordForms(password);
  if (forms.some(isRun)) return 'run';
  const personal = wordsOf(owner);
  if (forms.some((form) => personal.has(form))) return 'personal';
  return forms.includes('earshot') ? 'product' : null;
}

/** Whether a block of one to four characters fills the text, the last time perhaps in part. */
function repeatsBlock(text: string): boolean {
  const characters = [...text];
  for (let size = 1; size <= longestBlock && size * 2 <= characters.length; size += 1)
    if (characters.every((one, at) => at < size || one === characters[at - size])) return true;
  return false;
}

function isRun(text: string): boolean {
  return runs.some((row) => row.includes(text));
}

function wordsOf({ email, firstName, lastName }: PasswordOwner): Set<string> {
  const address = email.trim().toLowerCase();
  const names = [firstName, lastName].map((name) => (name ?? '').trim().toLowerCase());
  const local = address.slice(0, address.lastIndexOf('@'));
  const words = [address, local, ...names, names.join(' '), names.join(''), names.toReversed().join('')];
  return new Set(words.filter((word) => word.trim() !== ''));
}
