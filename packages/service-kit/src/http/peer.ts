import type { IncomingMessage } from 'node:http';

/** The address that opened the connection, for checks that trust no header. */
export function peerOf(req: IncomingMessage): string | undefined {
  return req.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
}
