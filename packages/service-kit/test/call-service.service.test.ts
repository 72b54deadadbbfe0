import { authContract } from '@earshot/proto/http';
import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { serviceCaller } from '../src/client/call-service.ts';
import { internalTokens } from '../src/identity/internal-tokens.ts';
import { newKeyPair } from '../src/identity/key-pair.ts';

it('a call to a service follows no redirect, which would carry its token elsewhere', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const tokens = internalTokens('gateway', { privateKey: newKeyPair().privateKey, publicKeys: new Map() });
  const directory = { urlOf: () => `http://127.0.0.1:${port}`, hasStarted: () => true };
  const call = serviceCaller({ directory, tokens });
  await expect(call(authContract.currentUser, { userId: 'u1' })).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(asked).toEqual(['/api/auth/user']);
  server.close();
});
