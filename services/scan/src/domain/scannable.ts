import type { Sources } from '@earshot/sources';
import { AppError, appError } from '@earshot/core';
import type { ScannedCommunity } from './community.ts';

/**
 * Why a community cannot be scanned in this installation, or null: its source is not in use, or it came from the sandbox
 * and a real client has been set since.
 */
export function problemOf(sources: Pick<Sources, 'get'>, { source, sample }: ScannedCommunity): AppError | null {
  try {
    return sample && !sources.get(source).sample ? appError('source.sample', { source }) : null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
