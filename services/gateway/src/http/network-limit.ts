import type { RateLimiter } from '@earshot/service-kit';
import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { visitorAddress } from '../domain/address.ts';

/** The rate limit for everything that one network sends: calls, socket handshakes and pages. */
export interface NetworkLimit {
  /** The visitor's network. */
  of(req: IncomingMessage): string;
  /** Counts a request. Resolves with the visitor's network. Throws `rate.limited`. */
  count(req: IncomingMessage): Promise<string>;
  /** Counts each request of a page. */
  readonly pages: RequestHandler;
}

/** `proxies` is the number of the operator's proxies in front of the gateway. */
export function networkLimit(limit: Pick<RateLimiter, 'take'>, proxies: number): NetworkLimit {
  const of = (req: IncomingMessage) =>
    visitorAddress({ peer: req.socket.remoteAddress, forwardedFor: req.headers['x-forwarded-for'], proxies });
  const count = async (req: IncomingMessage) => {
    const network = of(req);
    await limit.take(network);
    return network;
  };
  return {
    of,
    count,
    pages: async (req, _res, next) => {
      await count(req);
      next();
    },
  };
}
