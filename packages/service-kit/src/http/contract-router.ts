import type { Endpoint } from '@earshot/proto/http';
import { appError } from '@earshot/core';
import express, { type RequestHandler, type Router } from 'express';

/** The part of a contract that requests are matched with. */
type Addressed = Pick<Endpoint, 'method' | 'path'>;

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/**
 * An Express router of contracts with their handlers. Another method of a path gets 405 with `Allow`, other paths
 * continue. Fixed segments precede parameters, whatever the order of declaration.
 */
export function contractRouter(contracts: readonly (readonly [Addressed, RequestHandler])[]): Router {
  // The gateway checks paths as the contracts write them, so no other spelling may reach a handler.
  const router = express.Router({ caseSensitive: true });
  const byPath = [...Map.groupBy(contracts, ([{ path }]) => path)];
  for (const [path, here] of byPath.sort(([a], [b]) => specificity(b) - specificity(a))) {
    const allowed = here.map(([{ method }]) => method).join(', ');
    const route = router.route(path);
    for (const [{ method }, handler] of here) route[verbs[method]](handler);
    route.all((_req, res) => {
      res.setHeader('Allow', allowed);
      throw appError('route.method-not-allowed');
    });
  }
  return router;
}

function specificity(path: string): number {
  return path.split('/').reduce((sum, segment) => sum * 2 + (segment.startsWith(':') ? 0 : 1), 0);
}
