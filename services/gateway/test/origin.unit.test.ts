import { describe, expect, it } from '@jest/globals';
import { isForeign, publicOrigin } from '../src/domain/origin.ts';

describe('the origin under which browsers reach Earshot', () => {
  it.each([
    ['localhost:8080', undefined, 'http://localhost:8080'],
    ['[::1]:8080', undefined, 'http://[::1]:8080'],
    ['127.0.0.1:50123', 'http://localhost:8080', 'http://127.0.0.1:50123'],
    ['127.0.0.1:8080', 'https://earshot.example/', 'https://earshot.example'],
    ['earshot.example', 'https://earshot.example', 'https://earshot.example'],
    ['evil.example', 'https://earshot.example', 'https://earshot.example'],
    ['evil.example', 'http://localhost:8080', 'http://localhost:8080'],
    [undefined, 'https://earshot.example', 'https://earshot.example'],
    ['evil.example', undefined, undefined],
    [undefined, undefined, undefined],
  ])('requested as %j, configured as %j: %j', (host, configured, origin) => {
    expect(publicOrigin(host, configured)).toBe(origin);
  });
});

describe('the sender of a request', () => {
  const shared = 'https://earshot.example';
  const rows: readonly (readonly [string | undefined, string, string | undefined, boolean])[] = [
    // Origin, Host, EARSHOT_URL, whether the sender is another site.
    [undefined, 'localhost:8080', undefined, false],
    ['http://localhost:8080', 'localhost:8080', undefined, false],
    ['http://localhost:8080', 'LOCALHOST:8080', undefined, false],
    ['http://localhost', 'localhost:80', undefined, false],
    ['http://[::1]:8080', '[::1]:8080', undefined, false],
    ['http://127.0.0.1:8080', '127.0.0.1:8080', shared, false],
    [shared, 'earshot.example', shared, false],
    [`${shared}:443`, 'earshot.example', shared, false],
    [shared, '127.0.0.1:8080', shared, false],
    ['http://localhost:8080', '127.0.0.1:50123', 'http://localhost:8080', false],
    ['https://localhost:8080', 'localhost:8080', undefined, true],
    ['http://localhost:3000', 'localhost:8080', undefined, true],
    ['http://localhost', 'localhost:8080', undefined, true],
    ['http://127.0.0.1:8080', 'localhost:8080', undefined, true],
    ['http://earshot.example', 'earshot.example', shared, true],
    ['https://earshot.example:8443', 'earshot.example', shared, true],
    ['https://www.earshot.example', 'earshot.example', shared, true],
    ['http://evil.example:8080', 'evil.example:8080', undefined, true],
    ['https://evil.example', 'evil.example', shared, true],
    ['https://evil.example', 'localhost:8080', undefined, true],
    ['null', 'localhost:8080', undefined, true],
    ['null', 'evil.example', undefined, true],
    ['', 'localhost:8080', undefined, true],
    ['http://localhost:8080, https://evil.example', 'localhost:8080', undefined, true],
    ['data:text/plain,x', 'localhost:8080', undefined, true],
    ['blob:http://localhost:8080/x', 'localhost:8080', undefined, true],
    ['http://localhost:8080/path', 'localhost:8080', undefined, true],
    ['http://localhost:8080#evil.example', 'localhost:8080', undefined, true],
    ['http://evil.example@localhost:8080', 'localhost:8080', undefined, true],
  ];
  it.each(rows)('Origin %j, Host %j, EARSHOT_URL %j: foreign is %s', (origin, host, url, expected) => {
    expect(isForeign({ origin, fetchSite: undefined, host, url })).toBe(expected);
  });

  it.each([
    ['cross-site', true],
    ['same-origin', false],
    ['same-site', false],
    ['none', false],
  ])('Sec-Fetch-Site %s: foreign is %s', (fetchSite, expected) => {
    const origin = 'http://localhost:8080';
    expect(isForeign({ origin, fetchSite, host: 'localhost:8080', url: undefined })).toBe(expected);
  });
});
