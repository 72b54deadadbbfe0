import { expect, it } from '@jest/globals';
import { publicOrigin } from '../src/domain/origin.ts';

it.each([
  ['localhost:8080', undefined, 'http://localhost:8080'],
  ['Earshot.Example', undefined, 'http://earshot.example'],
  ['earshot.example:80', undefined, 'http://earshot.example'],
  ['[::1]:8080', undefined, 'http://[::1]:8080'],
  ['10.0.0.3:8080', 'https://earshot.example/', 'https://earshot.example'],
  [undefined, 'https://earshot.example', 'https://earshot.example'],
])('requested by %j, configured as %j: %s', (host, configured, origin) => {
  expect(publicOrigin(host, configured)).toBe(origin);
});

it.each([[undefined], [''], ['evil.example/path'], ['user@evil.example'], ['evil.example?x'], ['a b'], ['host:port']])(
  '%j is no host to build addresses from',
  (host) => {
    expect(publicOrigin(host, undefined)).toBeUndefined();
  },
);
