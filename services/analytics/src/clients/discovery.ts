import type { Logger } from '@earshot/core';
import type { CallService } from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import type { Descriptions } from '../domain/discovery-figures.ts';

/** As far as the caller waits for a text beside figures that are known already. */
const timeoutMs = 2_000;

/**
 * Asks the discovery service for descriptions on behalf of `userId`, all in one call. While it is away none is known:
 * the figures are shown without the texts.
 */
export function descriptionsFrom(
  { call, log }: { call: CallService; log: Logger },
  userId: string,
  signal: AbortSignal,
): Descriptions {
  return async (hashes) => {
    if (hashes.length === 0) return new Map();
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const wanted = { userId, body: { hashes: [...hashes] }, signal: until };
      const found = await call(discoveryContract.describeRequests, wanted);
      return new Map(found.map(({ hash, productDescription }) => [hash, productDescription]));
    } catch (err) {
      log.warn({ err }, 'figures without descriptions');
      return new Map();
    }
  };
}
