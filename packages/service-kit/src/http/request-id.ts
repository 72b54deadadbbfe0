import type { NextFunction, Request, Response } from 'express';
import { newId } from '@earshot/core';
import { withTrace } from '@earshot/core';

const header = 'x-request-id';
const wellFormed = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Gives each request its id and opens its trace. `trust`: take the caller's id (between services); the gateway
 * never does, so that an outsider cannot choose what stands in our logs.
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
