import { createLogger, noMeters } from '@earshot/core';
import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { markRoute, requestLog } from '../src/http/request-log.ts';

/** Answers `count` requests and returns how many of them have a line in the log. */
async function linesOf(count: number, { route, status }: { route: string | null; status: number }): Promise<number> {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const logged = requestLog(createLogger({ name: 'test', level: 'info', stream }), noMeters, 'test');
  const server = createServer((req, res) => {
    logged(req, res);
    if (route !== null) markRoute(res, { route, reportsSuccess: false });
    res.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  for (let sent = 0; sent < count; sent += 1) await (await fetch(`http://127.0.0.1:${port}/`)).text();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  return lines.length;
}

it('writes a line for each request of a route', async () => {
  expect(await linesOf(300, { route: '/api/leads', status: 200 })).toBe(300);
});

it('writes a few lines a second for requests that reach no route, such as those of unknown hosts', async () => {
  const startedMs = performance.now();
  const lines = await linesOf(300, { route: null, status: 421 });
  const seconds = Math.ceil((performance.now() - startedMs) / 1_000) + 1;
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThanOrEqual(20 * seconds);
});
