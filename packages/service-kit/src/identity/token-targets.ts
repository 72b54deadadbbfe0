import type { Endpoint } from '@earshot/proto/http';
import type { ServiceName } from '@earshot/proto/values';

/** What one internal token opens: a contract of a service, and nothing else. */
export interface TokenTarget {
  readonly service: ServiceName;
  /** A method and a route pattern, such as `GET /api/leads/:id`. */
  readonly contract: string;
}

/** The target of a call. */
export function targetOf({ service, method, path }: Pick<Endpoint, 'service' | 'method' | 'path'>): TokenTarget {
  return { service, contract: `${method} ${path}` };
}

/** What the gateway states about a request in headers: the visitor's address and the origin. Every call carries it. */
export function visitTarget(service: ServiceName): TokenTarget {
  return { service, contract: 'visit' };
}

/** The live channel is no HTTP contract. */
export const liveChannelTarget: TokenTarget = { service: 'realtime', contract: 'GET /ws' };

/** The pages of the sandbox, which are no contracts. The token only names who reads or submits them. */
export const sandboxTarget: TokenTarget = { service: 'sandbox', contract: 'sandbox pages' };

/** An instruction of auth to the gateway in the headers of an answer; see `sessionInstruction`. */
export function sessionTarget(action: string): TokenTarget {
  return { service: 'gateway', contract: `session ${action}` };
}
