import { allServices } from '@earshot/all-in-one/services';
import { startTestServices } from '@earshot/testing';
import { afterAll, expect, it } from '@jest/globals';
import { request } from 'node:http';

const gateway = allServices.filter(({ name }) => name === 'gateway');
const services = await startTestServices(gateway, { settings: { PORT: '0', EARSHOT_URL: 'https://earshot.example' } });
afterAll(() => services.stop());

/** Sends the method, path and headers unchanged. */
function ask(method: string, path: string, headers: readonly string[]) {
  const { hostname, port } = new URL(services.urlOf('gateway'));
  return new Promise<{ status: number; headers: Headers }>((resolve, reject) => {
    request({ hostname, port, method, path, headers: [...headers] }, (answer) => {
      const found = new Headers(
        Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, headers: found }));
    })
      .on('error', reject)
      .end();
  });
}

const own = ['Host', 'earshot.example'];

it.each([
  ['a page that does not exist', 404, 'GET', '/nothing', own],
  ['a call that does not exist', 404, 'GET', '/api/nothing', own],
  ['a wrong method', 405, 'PUT', '/api/leads', own],
  ['a call without a session', 401, 'GET', '/api/leads', own],
  ['a call from another site', 403, 'POST', '/api/leads/scan/start', [...own, 'Origin', 'https://evil.example']],
  ['a foreign Host', 421, 'GET', '/api/leads', ['Host', 'evil.example']],
  ['two Hosts', 400, 'GET', '/api/leads', [...own, ...own]],
  ['health', 200, 'GET', '/health/live', own],
  ['a preflight', 405, 'OPTIONS', '/api/leads', [...own, 'Origin', 'https://evil.example']],
] as const)('the answer to %s has every security header', async (_what, status, method, path, sent) => {
  const answer = await ask(method, path, sent);
  expect(answer.status).toBe(status);
  const { headers } = answer;
  const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(headers.get('strict-transport-security') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000);
  const policy = (headers.get('content-security-policy') ?? '').split(';');
  expect(policy).toEqual(
    expect.arrayContaining(["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});
