import { createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Milliseconds for which a pass is valid. */
export const passMs = 30 * 24 * 3_600_000;

/** Pages visible without a pass. */
const gatePage = '/dev-access';
const openPages = new Set(['/', '/how-scores-are-measured', gatePage]);

const withoutEnd = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** Whether the page is visible without a pass. */
export const isOpenPage = (path: string): boolean => openPages.has(withoutEnd(path));

/** Whether the page asks for the password of the gate. */
export const isGatePage = (path: string): boolean => withoutEnd(path) === gatePage;

/** The development gate. A visitor who entered the password gets a pass. */
export interface Gate {
  /** Compares in constant time. */
  isPassword(given: string): boolean;
  /** Signed with the password, so a new password invalidates all passes. */
  newPass(now: Date): string;
  admits(pass: string | undefined, now: Date): boolean;
}

/** OWASP's recommendation for PBKDF2 with SHA-512. It makes guessing the password from a pass expensive. */
export const rounds = 210_000;

/** Every replica must derive the same key, so the salt is fixed. */
const salt = 'earshot development gate';

/** Creates the gate for one password. Takes about a tenth of a second. */
export function passwordGate(password: string): Gate {
  const key = pbkdf2Sync(password, salt, rounds, 32, 'sha512');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    // Digests have the same length for every input.
    isPassword: (given) => timingSafeEqual(sign(given), sign(password)),
    newPass: (now) => {
      const text = `${now.getTime() + passMs}.${randomBytes(12).toString('base64url')}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    admits: (pass, now) => {
      const [, text, untilMs, given] = /^((\d{1,16})\.[\w-]{16})\.([\w-]{43})$/.exec(pass ?? '') ?? [];
      if (text === undefined || given === undefined) return false;
      const signature = Buffer.from(given, 'base64url');
      return Number(untilMs) > now.getTime() && signature.length === 32 && timingSafeEqual(signature, sign(text));
    },
  };
}
