import type { Endpoint } from '@earshot/proto/http';

/** `wrong-method` lists the path's allowed methods, for `Allow`. */
export type Match =
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint }
  | { readonly kind: 'wrong-method'; readonly allow: readonly string[] }
  | { readonly kind: 'nothing' };

/** Finds the endpoint of a request. */
export interface RouteTable {
  /** `path` has no query. HEAD counts as GET. Fixed segments take precedence over parameters. */
  match(method: string, path: string): Match;
}

/** Builds the route table from the contracts, with only the calls open to browsers. */
export function routeTable(endpoints: readonly Endpoint[]): RouteTable {
  const open = endpoints.filter((endpoint) => endpoint.callers.includes('gateway'));
  const patterns = [...new Set(open.map((endpoint) => endpoint.path))]
    .map((path) => ({
      path,
      test: patternOf(path),
      fixed: path.split('/').filter((part) => !part.startsWith(':')).length,
    }))
    .sort((a, b) => b.fixed - a.fixed);
  return {
    match: (method, path) => {
      const pattern = patterns.find(({ test }) => test.test(path));
      if (pattern === undefined) return { kind: 'nothing' };
      const here = open.filter((endpoint) => endpoint.path === pattern.path);
      const wanted = method === 'HEAD' ? 'GET' : method;
      const endpoint = here.find((candidate) => candidate.method === wanted);
      if (endpoint !== undefined) return { kind: 'endpoint', endpoint };
      return { kind: 'wrong-method', allow: here.map((candidate) => candidate.method) };
    },
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`);
}
