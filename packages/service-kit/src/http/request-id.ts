import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '@earshot/core';

const header = 'x-request-id';
const wellFormed = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Gives a request its id. With `trust`, the caller's id is used (between services). The gateway never trusts ids, so that
 * external callers cannot choose the ids in our logs.
 */
export function giveRequestId(req: IncomingMessage, res: ServerResponse, options: { trust: boolean }): string {
  const callerId = req.headers[header];
  const id = options.trust && typeof callerId === 'string' && wellFormed.test(callerId) ? callerId : newId();
  req.headers[header] = id;
  res.setHeader(header, id);
  return id;
}

export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader(header) ?? '');
}
