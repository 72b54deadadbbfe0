import type { ServerResponse } from 'node:http';

/** Sends a complete JSON answer. Caches keep none of them. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.writeHead(status).end(text);
}
