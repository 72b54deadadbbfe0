import { expect, it } from '@jest/globals';
import { originForm, pathOf, targetOfRequest } from '../src/http/request-target.ts';

it.each([
  ['/api/leads?page=2', '/api/leads?page=2'],
  ['http://localhost/api/leads?page=2', '/api/leads?page=2'],
  ['http://localhost', '/'],
  ['http://localhost?page=2', '/?page=2'],
  ['/api/leads#/contact', '/api/leads'],
  ['/api/leads?page=2#3', '/api/leads?page=2'],
  ['//api/leads', '//api/leads'],
])('%s asks for %s', (url, expected) => {
  expect(originForm({ url })).toBe(expected);
});

it.each(['*', 'api/leads', 'http:/\\localhost/api/leads', '/api\u00a0/leads', '/api/\tleads'])(
  '%j is no path, because parsers read it differently',
  (url) => expect(originForm({ url })).toBeUndefined(),
);

it('the path ends before the query', () => {
  expect([pathOf({ url: '/api/leads?a=/b' }), pathOf({ url: '/api' })]).toEqual(['/api/leads', '/api']);
});

it('the authority is that of an absolute target', () => {
  expect(targetOfRequest({ url: 'http://evil.test/health/live' }).authority).toBe('evil.test');
  expect(targetOfRequest({ url: '//evil.test' }).authority).toBeUndefined();
});
