import type { Endpoint } from '@earshot/proto/http';

/** The part of a contract that requests are matched with. */
type Addressed = Pick<Endpoint, 'method' | 'path'>;

/** `wrong-method` lists the routes of the path. A path has at least one. */
export type Match<R extends Addressed> =
  | { readonly kind: 'route'; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly routes: readonly R[] }
  | { readonly kind: 'nothing' };

/** Finds the route of a request. */
export interface RouteTable<R extends Addressed> {
  /**
   * `path` has no query. HEAD counts as GET. Fixed segments take precedence over parameters. Case counts, a slash at the
   * end does not. A path with a parameter that cannot be decoded matches nothing.
   */
  match(method: string, path: string): Match<R>;
}

/** Builds the table of routes whose `path` marks parameters with `:name`. */
export function routeTable<R extends Addressed>(routes: readonly R[]): RouteTable<R> {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  // A path without parameters is its own pattern, and such a pattern precedes all others.
  const fixed = new Map([...byPath].filter(([path]) => !path.includes('/:')));
  const patterns = [...byPath]
    .map(([path, here]) => ({ here, weight: specificity(path), pattern: patternOf(path) }))
    .sort((a, b) => b.weight - a.weight);
  const find = (path: string) => {
    const known = fixed.get(path);
    if (known !== undefined) return { here: known, params: {} };
    for (const { here, pattern } of patterns) {
      const found = pattern.exec(path);
      if (found !== null) return { here, params: found.groups ?? {} };
    }
    return undefined;
  };
  return {
    match: (method, path) => {
      const found = find(path);
      const params = found && decoded(found.params);
      if (found === undefined || params === undefined) return { kind: 'nothing' };
      const lookupMethod = method === 'HEAD' ? 'GET' : method;
      const route = found.here.find((candidate) => candidate.method === lookupMethod);
      return route === undefined ? { kind: 'wrong-method', routes: found.here } : { kind: 'route', route, params };
    },
  };
}

/** Fixed segments take precedence over parameters, whatever the order of declaration. */
function specificity(path: string): number {
  return path.split('/').reduce((sum, segment) => sum * 2 + (segment.startsWith(':') ? 0 : 1), 0);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', String.raw`\.`).replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);
}

function decoded(params: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
