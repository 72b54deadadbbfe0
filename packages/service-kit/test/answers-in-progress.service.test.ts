import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { outreachContract } from '@earshot/proto/http';
import { idleService, startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { fileAnswer, route } from '../src/http/route.ts';
import { targetOf } from '../src/identity/token-targets.ts';
import { visitToken } from '../src/identity/visit-token.ts';
import { defineService } from '../src/service/service.ts';

const endpoint = { ...outreachContract.listAccounts, produces: 'text/plain' };
/** More than the kernel takes on both ends of a connection. */
const large = 'x'.repeat(16 * 1024 * 1024);

let services: TestServices;
const waiting: (() => void)[] = [];
beforeAll(async () => {
  const service = defineService({
    name: 'outreach',
    database: null,
    config: z.object({}),
    serves: [endpoint],
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({
      routes: [
        route(endpoint, async ({ request }) => {
          if (request.header('x-wait') !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
          return fileAnswer(request.header('x-large') === undefined ? 'small' : large);
        }),
      ],
    }),
  });
  services = await startTestServices([service, idleService('gateway')]);
});
afterAll(() => services.stop());

const callAs = (userId: string, headers: Record<string, string> = {}) => services.open(endpoint, { userId, headers });

/** Asks for a large answer and does not read it. */
function leaveUnread(userId: string): Socket {
  const { tokens } = services.platformOf('gateway');
  const { port, hostname } = new URL(services.urlOf('outreach'));
  const socket = connect(Number(port), hostname);
  const headers = [
    `host: ${hostname}:${port}`,
    `x-earshot-token: ${tokens.sign(targetOf(endpoint), { userId, admin: false })}`,
    `x-earshot-visit: ${visitToken(tokens, 'outreach')}`,
    'x-large: yes',
  ];
  socket.on('error', () => undefined);
  socket.write(`GET ${endpoint.path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  return socket;
}

it('a user with many unread bytes gets 429 until they are read or the client leaves; others are served', async () => {
  const userId = newId();
  const unread = leaveUnread(userId);
  const status = async () => (await callAs(userId)).status;
  await until('the limit', async () => (await status()) === 429);
  const refused = await callAs(userId);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await callAs(newId())).status).toBe(200);
  unread.destroy();
  await until('room', async () => (await status()) === 200);
});

it('a user has at most 100 answers in progress', async () => {
  const userId = newId();
  const first = Array.from({ length: 100 }, () => callAs(userId, { 'x-wait': 'yes' }));
  await until('all to wait', () => waiting.length === 100);
  expect((await callAs(userId)).status).toBe(429);
  expect((await callAs(newId())).status).toBe(200);
  for (const go of waiting.splice(0)) go();
  expect(new Set((await Promise.all(first)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await callAs(userId)).status).toBe(200);
});
