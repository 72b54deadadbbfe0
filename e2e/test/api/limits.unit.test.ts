import { errorTable } from '@earshot/proto/errors';
import { contracts } from '@earshot/proto/http';
import { type LimitName, limits, limitsOfCalls } from '@earshot/proto/limits';
import { describe, expect, it } from '@jest/globals';

const adding = Object.entries(contracts).filter(([, { method }]) => method === 'POST' || method === 'PUT');

it('each call with POST or PUT keeps limits of the table, or says why it needs none', () => {
  const missing = adding.map(([name]) => name).filter((name) => !Object.hasOwn(limitsOfCalls, name));
  expect(missing.map((name) => `${name} needs an entry in limitsOfCalls, in proto/limits.ts`)).toEqual([]);
  const known = new Set(adding.map(([name]) => name));
  expect(Object.keys(limitsOfCalls).filter((name) => !known.has(name))).toEqual([]);
});

/** They are kept where no call with POST or PUT adds: by the live channel, and by the redirect of the community site. */
const keptElsewhere: readonly LimitName[] = ['sockets', 'linkedAccounts'];

it('each limit is kept by a call', () => {
  const kept = new Set<string>([...Object.values(limitsOfCalls).flat(), ...keptElsewhere]);
  expect(Object.keys(limits).filter((name) => !kept.has(name))).toEqual([]);
});

describe('a call that refuses one more', () => {
  const refusing = adding.flatMap(([name, endpoint]) => {
    const kept = limitsOfCalls[name] ?? '';
    return typeof kept === 'string' ? [] : kept.map((limit) => ({ name, endpoint, limit }));
  });
  const conflicts = refusing.filter(({ limit }) => limits[limit].beyond === 'conflict');
  it.each(conflicts)('$name: a 409 names the number of $limit', ({ endpoint, limit }) => {
    const messages = endpoint.errors.map((code) => errorTable[code]).filter(({ status }) => status === 409);
    expect(messages.map(({ message }) => message)).toContainEqual(expect.stringContaining(`${limits[limit].most} `));
  });
});
