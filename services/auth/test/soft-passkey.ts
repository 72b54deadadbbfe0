import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const text = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly isVerified?: boolean;
}

/** An authenticator in software with one passkey (ES256) for a host name. */
export class SoftPasskey {
  readonly id = text(randomBytes(16));
  readonly #domain: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  userHandle: string | undefined;

  constructor(domain = 'localhost') {
    this.#domain = domain;
  }

  /** Makes the counter fall behind, as that of a copied passkey does. */
  rewind(): void {
    this.#counter = 0;
  }

  /** What the browser sends after making the passkey. */
  create({ challenge, origin }: Ceremony) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from(isoCBOR.encode(key))];
    const authData = new Uint8Array(Buffer.concat([this.#data(0x45), ...credential]));
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]);
    return this.#sent({
      clientDataJSON: this.#clientData('webauthn.create', challenge, origin),
      attestationObject: text(isoCBOR.encode(attestation)),
    });
  }

  /** What the browser sends after signing a challenge. */
  sign({ challenge, origin, isVerified = true }: Ceremony) {
    const clientDataJSON = this.#clientData('webauthn.get', challenge, origin);
    this.#counter += 1;
    const data = this.#data(isVerified ? 0x05 : 0x01);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = text(createSign('sha256').update(signed).sign(this.#keys.privateKey));
    const handle = this.userHandle === undefined ? {} : { userHandle: this.userHandle };
    return this.#sent({ clientDataJSON, authenticatorData: text(data), signature, ...handle });
  }

  #sent<T>(response: T) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, response };
  }

  #clientData(type: string, challenge: string, origin = `http://${this.#domain}:8080`): string {
    return text(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(this.#domain), Buffer.from([flags]), counter]);
  }
}
