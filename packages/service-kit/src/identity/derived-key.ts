import { createPrivateKey, hkdfSync } from 'node:crypto';

/**
 * Derives a key of 32 bytes from a private key in PEM by HKDF (RFC 5869). Keys of different purposes reveal nothing
 * about each other or about the private key.
 */
export function derivedKey(privateKey: string, purpose: string): Buffer {
  const secret = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  return Buffer.from(hkdfSync('sha256', secret, '', `earshot ${purpose}`, 32));
}
