import type { NextFunction, Request, Response } from 'express';
import { newId } from '@earshot/core';
import { withTrace } from '@earshot/core';

const header = 'x-request-id';
const wellFormed = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Gives each request its id and starts its trace. With `trust`, the caller's id is used (between services). The gateway
 * never trusts ids, so that external callers cannot choose the ids in our logs.
 */
export function requestId(options: { trust: boolean }) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const given = req.get(header);
    const id = options.trust && given !== undefined && wellFormed.test(given) ? given : newId();
    req.headers[header] = id;
    res.setHeader(header, id);
    withTrace({ correlationId: id, causationId: id }, next);
  };
}

export function requestIdOf(res: Response): string {
  return String(res.getHeader(header) ?? '');
}
