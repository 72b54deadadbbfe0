import type { Logger } from '@earshot/core';
import type { CallService } from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import type { Descriptions } from '../domain/discovery-figures.ts';

/** The most time in ms to wait for descriptions, because the figures are already known. */
const timeoutMs = 2_000;

/**
 * Reads descriptions from the discovery service on behalf of `userId`, all in one call. If the service is unavailable,
 * the figures are shown without them.
 */
export function descriptionsFrom(
  { call, log }: { call: CallService; log: Logger },
  userId: UserId,
  signal: AbortSignal,
): Descriptions {
  return async (hashes) => {
    if (hashes.length === 0) return new Map();
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const request = { userId, body: { hashes: [...hashes] }, signal: until };
      const found = await call(discoveryContract.describeRequests, request);
      return new Map(found.map(({ hash, productDescription }) => [hash, productDescription]));
    } catch (err) {
      log.warn({ err }, 'figures without descriptions');
      return new Map();
    }
  };
}
