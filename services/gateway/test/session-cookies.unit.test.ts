import { expect, it } from '@jest/globals';
import { sessionCookies } from '../src/http/session-cookies.ts';

const attributesOf = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split('; ').slice(1).sort());

it.each([
  [false, 'earshot', 'signed_in', []],
  [true, '__Host-earshot', '__Host-signed_in', ['Secure']],
])('https %s: scripts read the marker only, and other sites send neither', (secure, session, marker, more) => {
  const [secretCookie = '', markerCookie = ''] = sessionCookies({ secure }).start('the-secret');
  expect([secretCookie, markerCookie].map((cookie) => cookie.split(';')[0])).toEqual([
    `${session}=the-secret`,
    `${marker}=1`,
  ]);
  const shared = ['Max-Age=2592000', 'Path=/', 'SameSite=Lax', ...more];
  expect(attributesOf([secretCookie, markerCookie])).toEqual([['HttpOnly', ...shared], shared]);
});

it('a plain cookie counts without https only', () => {
  expect(sessionCookies({ secure: false }).read('earshot=a')).toBe('a');
  expect(sessionCookies({ secure: true }).read('earshot=a')).toBeUndefined();
  expect(sessionCookies({ secure: true }).read('earshot=a; __Host-earshot=b')).toBe('b');
});
