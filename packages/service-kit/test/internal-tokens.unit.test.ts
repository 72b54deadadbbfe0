import type { ServiceName } from '@earshot/proto/values';
import { describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { internalTokens } from '../src/identity/internal-tokens.ts';

function keyPair() {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** Built by hand, because the library refuses to create this token. */
function withSharedSecret(payload: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const end = Math.floor(Date.now() / 1_000) + 60;
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...payload, exp: end })}`;
  return `${signed}.${createHmac('sha256', pairs.gateway.publicKey).update(signed).digest('base64url')}`;
}

const pairs = { gateway: keyPair(), lead: keyPair(), scan: keyPair() };
const publicKeys = new Map<ServiceName, string>([
  ['gateway', pairs.gateway.publicKey],
  ['lead', pairs.lead.publicKey],
  ['scan', pairs.scan.publicKey],
]);
const gateway = internalTokens('gateway', { privateKey: pairs.gateway.privateKey, publicKeys });
const lead = internalTokens('lead', { privateKey: pairs.lead.privateKey, publicKeys });

describe('internal tokens', () => {
  it('carry the user, the right and the session to the service they are for', () => {
    const token = gateway.sign('lead', { userId: 'u1', admin: true, sessionRef: 's1' });
    expect(lead.verify(token)).toEqual({ issuer: 'gateway', userId: 'u1', admin: true, sessionRef: 's1' });
  });

  it('open no other service', () => {
    expect(lead.verify(gateway.sign('scan', { userId: 'u1', admin: false }))).toBeNull();
  });

  it("cannot be signed with another service's key", () => {
    const imposter = internalTokens('gateway', { privateKey: pairs.scan.privateKey, publicKeys });
    expect(lead.verify(imposter.sign('lead', { userId: 'u1', admin: true }))).toBeNull();
  });

  const claims = { admin: true, sid: 's1' };
  const facts = { issuer: 'gateway', audience: 'lead', subject: 'u1', expiresIn: 60 };
  const ownKey = pairs.gateway.privateKey;
  const minuteAgo = Math.floor(Date.now() / 1_000) - 61;
  it.each([
    ['no signature', jwt.sign(claims, '', { ...facts, algorithm: 'none' })],
    ['the public key as a shared secret', withSharedSecret({ ...claims, iss: 'gateway', aud: 'lead', sub: 'u1' })],
    ['an end that is past', jwt.sign({ ...claims, iat: minuteAgo }, ownKey, { ...facts, algorithm: 'ES256' })],
    ['an issuer nobody knows', jwt.sign(claims, ownKey, { ...facts, issuer: 'x', algorithm: 'ES256' })],
    ['no user', jwt.sign(claims, ownKey, { ...facts, subject: '', algorithm: 'ES256' })],
  ])('with %s open nothing', (_name, token) => {
    expect(lead.verify(token)).toBeNull();
  });

  it('as those above, but right, opens', () => {
    expect(lead.verify(jwt.sign(claims, ownKey, { ...facts, algorithm: 'ES256' }))?.userId).toBe('u1');
  });

  it.each(['', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJnYXRld2F5Iiwic3ViIjoidTEifQ.'])('refuse %j', (token) => {
    expect(lead.verify(token)).toBeNull();
  });
});
