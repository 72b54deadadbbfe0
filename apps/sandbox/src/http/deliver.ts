import type { Request, Response } from 'express';
import { wantsRawJson } from './call.ts';
import { type Reply, send } from './reply.ts';

/** The delay of slow answers, in milliseconds. */
const SLOW_MS = 3000;

export interface Delivery {
  /** Sends a reply as its `delivery` requires: at once, late, truncated, or never. */
  deliver(request: Request, response: Response, reply: Reply): void;
  /** Ends every answer that is still pending, so that the site can stop. */
  release(): void;
}

export function createDelivery(slowMs: number = SLOW_MS): Delivery {
  const waiting = new Set<Response>();
  let released = false;
  const hold = (response: Response): void => {
    if (released) response.destroy();
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
  };
  return {
    deliver(request, response, reply) {
      const rawJson = wantsRawJson(request);
      switch (reply.delivery ?? 'whole') {
        case 'whole':
          send(response, reply, rawJson);
          return;
        case 'malformed':
          send(response, { ...reply, body: JSON.stringify(reply.body).slice(0, -9) }, rawJson);
          return;
        case 'none':
          hold(response);
          return;
        case 'slow': {
          hold(response);
          const timer = setTimeout(() => send(response, reply, rawJson), slowMs);
          response.once('close', () => clearTimeout(timer));
        }
      }
    },
    release() {
      released = true;
      for (const response of waiting) response.destroy();
    },
  };
}
