import type { Endpoint } from '@earshot/proto/http';

/** Whether a path can only be a call of a contract. Other paths are pages and files of the web app, or the sandbox. */
export function isCall(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/.well-known/');
}

/** The calls that are open to browsers. */
export function openCalls(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.filter((endpoint) => endpoint.callers.includes('gateway'));
}
