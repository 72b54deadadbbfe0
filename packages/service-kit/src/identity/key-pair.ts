import { generateKeyPairSync } from 'node:crypto';

/** PEM texts of an ES256 key pair. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Generates a new key pair for one service's internal tokens. */
export function newKeyPair(): KeyPair {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
