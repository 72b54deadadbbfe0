import { expect, it } from '@jest/globals';
import { routeTable } from '../src/http/route-table.ts';

const one = { method: 'GET', path: '/api/leads/:id' } as const;
const exported = { method: 'GET', path: '/api/leads/export' } as const;
const rate = { method: 'PUT', path: '/api/leads/:id/rating' } as const;
const all = { method: 'GET', path: '/api/leads' } as const;
const add = { method: 'POST', path: '/api/leads' } as const;
const text = { method: 'GET', path: '/.well-known/security.txt' } as const;
const table = routeTable([one, exported, rate, all, add, text]);

it.each([
  ['GET', '/api/leads', all, {}],
  ['POST', '/api/leads', add, {}],
  ['HEAD', '/api/leads', all, {}],
  ['GET', '/api/leads/', all, {}],
  ['GET', '/api/leads/7', one, { id: '7' }],
  ['GET', '/api/leads/7/', one, { id: '7' }],
  ['GET', '/api/leads/a%2Fb%20c', one, { id: 'a/b c' }],
  ['GET', '/api/leads/:id', one, { id: ':id' }],
  ['GET', '/api/leads/export', exported, {}],
  ['PUT', '/api/leads/export/rating', rate, { id: 'export' }],
  ['GET', '/.well-known/security.txt', text, {}],
])('%s %s reaches its route', (method, path, route, params) => {
  expect(table.match(method, path)).toEqual({ kind: 'route', route, params });
});

it.each([
  '/api',
  '/api/Leads',
  '/api/leads//',
  '/api/leads/7/rating/8',
  '/api/leads/7//',
  '/api/%6Ceads',
  '/api/leads/%',
  '/api/leads/%E0%A4',
  '/.well-known/security-txt',
  '/x/api/leads',
])('%s matches nothing', (path) => {
  expect(table.match('GET', path)).toEqual({ kind: 'nothing' });
});

it('names the routes of a path whose method is another one', () => {
  expect(table.match('DELETE', '/api/leads')).toEqual({ kind: 'wrong-method', routes: [all, add] });
  expect(table.match('HEAD', '/api/leads/7/rating')).toEqual({ kind: 'wrong-method', routes: [rate] });
});
