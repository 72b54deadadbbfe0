import { afterAll, expect, it } from '@jest/globals';
import { createConnection } from 'node:net';
import { Registry } from 'prom-client';
import { serveMetrics } from '../src/metrics/serve-metrics.ts';

const server = await serveMetrics(new Registry(), { port: 0, host: '127.0.0.1' });
afterAll(() => server.stop());

/** Resolves with the status of a scrape whose Host headers are sent as they are. */
function scrape(...hosts: readonly string[]): Promise<number> {
  const lines = ['GET /metrics HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'Connection: close'];
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString()));
    socket.once('close', () => resolve(Number(received.split(' ')[1])));
    socket.once('error', reject);
  });
}

it.each(['localhost:9090', '10.1.2.3:9090', 'earshot-lead.earshot.svc:9090'])(
  'scrapes name any host: %s',
  async (host) => {
    expect(await scrape(host)).toBe(200);
  },
);

it('two Hosts are refused', async () => {
  expect(await scrape('10.1.2.3:9090', '10.1.2.3:9090')).toBe(400);
});
