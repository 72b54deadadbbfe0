import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { hasTwoHosts } from '../http/accepted-hosts.ts';
import { listen } from '../http/listen.ts';

/**
 * Serves `/metrics` on a separate port that users do not reach. If that fails, rejects with an error that explains what
 * to do.
 */
export async function serveMetrics(registry: Registry, at: { port: number; host: string }) {
  const server = createServer((req, res) => {
    if (hasTwoHosts(req)) {
      res.writeHead(400).end();
      return;
    }
    if (req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  });
  return listen('metrics', server, { ...at, setting: 'METRICS_PORT' });
}
