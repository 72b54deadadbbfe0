import type { CallService } from '@earshot/service-kit';
import { AppError, type Logger } from '@earshot/core';
import { discoveryContract } from '@earshot/proto/http';
import { sourceIds } from '@earshot/proto/values';
import type { AddingDependencies } from '../domain/community.ts';

/** The most time that adding a community waits for its source, unless its site must find the name. */
const deadlineMs = 3_000;

/**
 * Asks the discovery service, which reads the sources. Without its answer in time, it is not known whether a community
 * exists: a service that is away does not keep users from adding communities.
 */
export function communityChecker(call: CallService, log: Pick<Logger, 'warn'>): AddingDependencies['checkCommunity'] {
  return async (userId, { source: id, name }, isFoundAtSite) => {
    const source = sourceIds.find((one) => one === id);
    if (source === undefined) return { exists: null, near: [] };
    try {
      const limit = isFoundAtSite ? {} : { signal: AbortSignal.timeout(deadlineMs) };
      return await call(discoveryContract.checkCommunity, { userId, body: { source, name }, ...limit });
    } catch (error) {
      // The site did not say what the name means: its words tell the user why.
      if (isFoundAtSite && error instanceof AppError && error.code.startsWith('source.'))
        return { exists: false, near: [], problem: error.message };
      if (isFoundAtSite || (error instanceof AppError && error.code !== 'service.unavailable')) throw error;
      log.warn({ err: error }, 'a community was added without a check');
      return { exists: null, near: [] };
    }
  };
}
