import type { Sources } from '@earshot/sources';
import { AppError, appError } from '@earshot/core';
import type { ScannedCommunity } from './community.ts';

/**
 * The reason why a community cannot be scanned in this installation, or null. Its source may not be in use, or the
 * community was added from the sandbox and the real source has been configured since.
 */
export function problemOf(sources: Pick<Sources, 'get'>, { source, sample }: ScannedCommunity): AppError | null {
  try {
    return sample && !sources.get(source).sample ? appError('source.sample', { source }) : null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
