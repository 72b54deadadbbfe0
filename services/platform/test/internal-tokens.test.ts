import type { ServiceName } from '@earshot/proto/values';
import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { internalTokens } from '../src/identity/internal-tokens.ts';

function keyPair() {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
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

  it.each(['', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJnYXRld2F5Iiwic3ViIjoidTEifQ.'])('refuse %j', (token) => {
    expect(lead.verify(token)).toBeNull();
  });
});
