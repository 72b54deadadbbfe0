import { authContract } from '@earshot/proto/http';
import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { z } from 'zod';
import { serviceCaller } from '../src/client/call-service.ts';
import { internalTokens } from '../src/identity/internal-tokens.ts';
import { newKeyPair } from '../src/identity/key-pair.ts';

/** Calls a service that answers as `respond` does. */
async function callTo(respond: RequestListener): Promise<unknown> {
  const server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const tokens = internalTokens('gateway', { privateKey: newKeyPair().privateKey, publicKeys: new Map() });
  const directory = { urlOf: () => `http://127.0.0.1:${port}`, hasStarted: () => true };
  return serviceCaller({ directory, tokens })(authContract.currentUser, { userId: 'u1' }).finally(() => server.close());
}

it('a call to a service follows no redirect, which would carry its token elsewhere', async () => {
  const asked: string[] = [];
  const called = callTo((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await expect(called).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(asked).toEqual(['/api/auth/user']);
});

it('an error of a service keeps its code, its message and the seconds to wait', async () => {
  const body = { code: 'rate.limited', message: 'Too many requests; try again in 7 seconds', requestId: 'r1' };
  const called = callTo((_request, response) =>
    response.writeHead(429, { 'Retry-After': '7' }).end(JSON.stringify(body)),
  );
  const details = { retryAfterSeconds: 7 };
  await expect(called).rejects.toMatchObject({ code: 'rate.limited', message: body.message, details });
});
