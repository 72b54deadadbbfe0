import type { ErrorCode } from '../errors.ts';
import { authContract } from './auth.ts';
import type { Endpoint } from './contract.ts';
import { discoveryContract } from './discovery.ts';
import { gatewayContract } from './gateway.ts';

/** Calls that the development gate allows: those of the landing page, the gate itself, and where to report problems. */
export const openBeforeRelease: ReadonlySet<Endpoint> = new Set<Endpoint>([
  gatewayContract.devAuth,
  gatewayContract.securityTxt,
  discoveryContract.discoverSubreddits,
  discoveryContract.joinWaitlist,
  authContract.currentUser,
  authContract.providers,
]);

/**
 * Returns every code that a call of a browser can answer with: its declared codes and those of every call of its kind.
 */
export function errorsOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([...endpoint.errors, 'route.method-not-allowed', 'rate.limited', 'internal']);
  codes.add('service.unavailable').add('storage.full').add('host.ambiguous').add('host.unknown');
  if (!openBeforeRelease.has(endpoint)) codes.add('gate.closed');
  if (endpoint.access !== 'public') codes.add('auth.unauthorized');
  if (endpoint.access === 'admin') codes.add('auth.forbidden').add('auth.factor-required');
  if (endpoint.confirm) codes.add('auth.confirm');
  if (endpoint.path.includes('/:')) codes.add('route.not-found');
  if (hasFields(endpoint.query)) codes.add('request.invalid');
  if (endpoint.method !== 'GET') {
    // Also where no body is expected, because a body that is sent is read.
    codes.add('origin.forbidden').add('request.invalid').add('request.malformed');
    codes.add('request.too-large').add('request.unsupported-media');
  }
  return codes;
}

function hasFields(schema: Endpoint['query']): boolean {
  return 'shape' in schema && typeof schema.shape === 'object' && Object.keys(schema.shape ?? {}).length > 0;
}
