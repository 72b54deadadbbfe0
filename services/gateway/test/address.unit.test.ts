import { expect, it } from '@jest/globals';
import { visitorAddress } from '../src/domain/address.ts';

it.each([
  ['no header', undefined, 0, 'peer'],
  ['a header without trusted proxies', '1.1.1.1', 0, 'peer'],
  ['the entry of one trusted proxy', '9.9.9.9, 1.1.1.1', 1, '1.1.1.1'],
  ['the entry of the outer of two', '9.9.9.9, 2.2.2.2,1.1.1.1', 2, '2.2.2.2'],
  ['several headers', ['9.9.9.9', '2.2.2.2, 1.1.1.1'], 1, '1.1.1.1'],
  ['fewer entries than trusted proxies', '1.1.1.1', 2, 'peer'],
  ['an empty header from a trusted proxy', '', 1, 'peer'],
])('finds the visitor: %s', (_name, forwardedFor, proxies, wanted) => {
  expect(visitorAddress({ peer: 'peer', forwardedFor, proxies })).toBe(wanted);
});

it.each([
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['2001:db8::7:0:0:0:1', '2001:db8:0:7::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['no address', 'no address'],
])('%s counts as %s', (peer, wanted) => {
  expect(visitorAddress({ peer, forwardedFor: undefined, proxies: 0 })).toBe(wanted);
});
