import type { ServiceName } from '@earshot/proto/values';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
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

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const later = (ms: number) => void jest.advanceTimersByTime(ms);

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
/** A call of the lead service. */
const target = { service: 'lead', contract: 'GET /api/leads' } as const;
const lead = internalTokens('lead', { privateKey: pairs.lead.privateKey, publicKeys });

describe('internal tokens', () => {
  it('carry the user, the right and the session to the service they are for', () => {
    const token = gateway.sign(target, { userId: 'u1', admin: true, sessionRef: 's1' });
    expect(lead.verify(token, target.contract)).toEqual({
      issuer: 'gateway',
      userId: 'u1',
      admin: true,
      sessionRef: 's1',
    });
  });

  it('open no other service', () => {
    expect(
      lead.verify(gateway.sign({ ...target, service: 'scan' }, { userId: 'u1', admin: false }), target.contract),
    ).toBeNull();
  });

  it("cannot be signed with another service's key", () => {
    const imposter = internalTokens('gateway', { privateKey: pairs.scan.privateKey, publicKeys });
    expect(lead.verify(imposter.sign(target, { userId: 'u1', admin: true }), target.contract)).toBeNull();
  });

  const claims = { admin: true, sid: 's1', contract: target.contract };
  const facts = { issuer: 'gateway', audience: 'lead', subject: 'u1', expiresIn: 60 };
  const ownKey = pairs.gateway.privateKey;
  const withoutEnd = () => {
    const { expiresIn: _, ...endless } = facts;
    return jwt.sign(claims, ownKey, { ...endless, algorithm: 'ES256' });
  };
  const minuteAgo = Math.floor(Date.now() / 1_000) - 61;
  it.each([
    ['no signature', jwt.sign(claims, '', { ...facts, algorithm: 'none' })],
    ['the public key as a shared secret', withSharedSecret({ ...claims, iss: 'gateway', aud: 'lead', sub: 'u1' })],
    ['an end that is past', jwt.sign({ ...claims, iat: minuteAgo }, ownKey, { ...facts, algorithm: 'ES256' })],
    ['an issuer nobody knows', jwt.sign(claims, ownKey, { ...facts, issuer: 'x', algorithm: 'ES256' })],
    ['no end', withoutEnd()],
    ['another contract', gateway.sign({ ...target, contract: 'GET /api/leads/:id' }, { userId: 'u1', admin: true })],
    ['no contract', jwt.sign({ admin: true }, ownKey, { ...facts, algorithm: 'ES256' })],
    ['no user', jwt.sign(claims, ownKey, { ...facts, subject: '', algorithm: 'ES256' })],
  ])('with %s open nothing', (_name, token) => {
    expect(lead.verify(token, target.contract)).toBeNull();
  });

  it('are signed once for the same purpose, and again after 45 seconds', () => {
    const user = { userId: 'reused', admin: false };
    const first = gateway.sign(target, user);
    expect(gateway.sign(target, user)).toBe(first);
    const others = [
      gateway.sign({ ...target, contract: 'GET /api/leads/:id' }, user),
      gateway.sign({ ...target, service: 'scan' }, user),
      gateway.sign(target, { ...user, admin: true }),
      gateway.sign(target, { ...user, sessionRef: 's2' }),
      gateway.sign(target, { ...user, userId: 'other' }),
    ];
    expect(new Set([first, ...others]).size).toBe(6);
    later(44_900);
    expect(gateway.sign(target, user)).toBe(first);
    later(200);
    expect(gateway.sign(target, user)).not.toBe(first);
  });

  it('open nothing after their end, also if they did before', () => {
    const token = gateway.sign(target, { userId: 'ending', admin: false });
    expect(lead.verify(token, target.contract)?.userId).toBe('ending');
    later(58_000);
    expect(lead.verify(token, target.contract)?.userId).toBe('ending');
    expect(lead.verify(token, 'GET /api/leads/:id')).toBeNull();
    later(3_000);
    expect(lead.verify(token, target.contract)).toBeNull();
  });

  it('as those above, but right, opens', () => {
    expect(lead.verify(jwt.sign(claims, ownKey, { ...facts, algorithm: 'ES256' }), target.contract)?.userId).toBe('u1');
  });

  it.each(['', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJnYXRld2F5Iiwic3ViIjoidTEifQ.'])('refuse %j', (token) => {
    expect(lead.verify(token, target.contract)).toBeNull();
  });
});
