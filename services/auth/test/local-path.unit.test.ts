import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localPath } from '../src/domain/local-path.ts';

it.each([
  ['/dashboard/leads?page=2#top', '/dashboard/leads?page=2#top'],
  ['/a b/é', '/a%20b/%C3%A9'],
  ['/dashboard/../auth', '/auth'],
  ['/', '/'],
])('accepts %j', (wanted, path) => {
  expect(localPath(wanted)).toBe(path);
});

it.each([
  [undefined],
  [''],
  ['dashboard'],
  ['//evil.example'],
  ['/\\evil.example'],
  ['/x\\y'],
  ['/.//evil.example'],
  ['/a/..//evil.example'],
  ['/%2e//evil.example'],
  ['/\n/evil.example'],
  ['/\u0085x'],
  ['https://evil.example/dashboard'],
  ['javascript:alert(1)'],
  ['/api/auth/logout'],
  [`/${'x'.repeat(1_000)}`],
])('replaces %j by the dashboard', (wanted) => {
  expect(localPath(wanted)).toBe('/dashboard');
});

it('no path leads to another host or breaks a header', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    ' ',
    '\t',
    '\r\n',
    'evil.example',
    'é',
    '𝄞',
  );
  const text = fc
    .array(fc.oneof(part, fc.string({ unit: 'binary' })), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.boolean(), (wanted, rooted) => {
      const path = localPath(rooted ? `/${wanted}` : wanted);
      expect(path).toMatch(/^\/(?!\/)[!-[\]-~]*$/);
      expect(new URL(path, 'https://earshot.example').host).toBe('earshot.example');
    }),
    { numRuns: 2_000 },
  );
});
