import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealingKeys } from './sealing-keys.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts small secrets at rest, such as the tokens of a linked account, with a key that is stored separately. */
export interface Vault {
  /**
   * Returns opaque text that `open` accepts for the same purpose only. Sealing a text twice gives different results.
   */
  seal(text: string, purpose: string): string;
  /** Returns null if the text was changed, was sealed for another purpose, or its key no longer exists. */
  open(sealed: string, purpose: string): string | null;
  /** Whether a newer key than this text's exists: then open the text and seal it again. */
  isStale(sealed: string): boolean;
}

/**
 * AES-256-GCM with a random 96-bit nonce. The purpose and the key's id are authenticated with the text. The result is
 * `<key id>.<nonce, tag and ciphertext, base64url>`. See docs/decisions/0037-sealed-secrets.md.
 */
export function vaultOf({ current, keys }: SealingKeys): Vault {
  const keyOf = (sealed: string) => sealed.slice(0, Math.max(0, sealed.indexOf('.')));
  return {
    seal: (text, purpose) => {
      const key = keys.get(current);
      if (key === undefined) throw new Error('the current sealing key is not among the keys');
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv).setAAD(facts(current, purpose));
      const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return `${current}.${Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed, purpose) => {
      const id = keyOf(sealed);
      const key = keys.get(id);
      const bytes = Buffer.from(sealed.slice(id.length + 1), 'base64url');
      if (key === undefined || bytes.length < ivBytes + tagBytes) return null;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      opening.setAAD(facts(id, purpose)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    isStale: (sealed) => keyOf(sealed) !== current,
  };
}

function facts(keyId: string, purpose: string): Buffer {
  return Buffer.from(JSON.stringify([keyId, purpose]));
}
