import { describe, expect, it } from '@jest/globals';
import { isHostOf, isLoopbackAddress, loopbackOrigin, publicAddress } from '../src/hosts.ts';

describe('the origin of a Host header that names this machine', () => {
  it.each([
    ['localhost', 'http://localhost'],
    ['localhost:8080', 'http://localhost:8080'],
    ['LocalHost:8080', 'http://localhost:8080'],
    ['localhost:80', 'http://localhost'],
    ['earshot.localhost:8080', 'http://earshot.localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['127.255.0.9', 'http://127.255.0.9'],
    ['[::1]:8080', 'http://[::1]:8080'],
  ])('%s', (host, origin) => {
    expect(loopbackOrigin(host)).toBe(origin);
  });

  it.each([
    [undefined],
    [''],
    ['evil.example'],
    ['localhost.evil.example'],
    ['evil-localhost'],
    ['127.0.0.1.evil.example'],
    ['127.0.0.1.nip.io'],
    ['128.0.0.1'],
    ['0.0.0.0:8080'],
    ['192.168.0.9'],
    ['[::]'],
    ['[::2]'],
    ['[::ffff:127.0.0.1]'],
    ['::1'],
    // Other spellings of an address, which no browser sends.
    ['localhost.'],
    ['127.0.0.1.'],
    ['127.1'],
    ['0x7f.0.0.1'],
    ['2130706433'],
    ['localhost:'],
    ['localhost:080'],
    ['localhost:99999'],
    ['localhost:port'],
    ['localhost/'],
    ['localhost?x'],
    ['localhost#x'],
    ['localhost\\x'],
    ['localhost, evil.example'],
    ['evil.example@localhost'],
    ['localhost@evil.example'],
    ['local\thost'],
    [' localhost'],
    ['%6cocalhost'],
    ['localhost\u3002'],
  ])('none: %j', (host) => {
    expect(loopbackOrigin(host)).toBeUndefined();
  });
});

it.each([
  ['https://earshot.example', 'earshot.example', true],
  ['https://earshot.example', 'Earshot.EXAMPLE:443', true],
  ['http://earshot.example/', 'earshot.example:80', true],
  ['http://realtime:8080', 'realtime:8080', true],
  ['http://192.0.2.1:8080', '192.0.2.1:8080', true],
  ['http://[2001:db8::1]:8080', '[2001:db8::1]:8080', true],
  // Without the port, as some proxies forward it.
  ['https://earshot.example:8443', 'earshot.example', true],
  ['https://bücher.example', 'xn--bcher-kva.example', true],
  ['https://earshot.example', 'earshot.example:80', false],
  ['https://earshot.example', 'earshot.example:8443', false],
  ['https://earshot.example', 'www.earshot.example', false],
  ['https://earshot.example', 'earshot.example.', false],
  ['https://earshot.example', 'earshot.example.evil.example', false],
  ['https://earshot.example', 'evil.example', false],
  ['https://earshot.example', '', false],
  ['https://earshot.example', undefined, false],
])('%s with Host %j: %s', (url, host, expected) => {
  expect(isHostOf(new URL(url), host)).toBe(expected);
});

it.each([
  [undefined, undefined],
  ['http://localhost:8080', undefined],
  ['https://earshot.localhost', undefined],
  ['http://127.0.0.2', undefined],
  ['http://[::1]:8080', undefined],
  ['https://earshot.example', 'https://earshot.example'],
  ['http://localhost.example', 'http://localhost.example'],
  ['http://192.168.0.9:8080', 'http://192.168.0.9:8080'],
])('configured as %j, others reach it at %j', (configured, address) => {
  expect(publicAddress(configured)).toBe(address);
});

it.each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.9', false],
  ['earshot.example', false],
])('a server that listens on %s is reachable from its own machine only: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
