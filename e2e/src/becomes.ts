import { until } from '@earshot/core/testing';
import { expect } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';

/**
 * Waits until `read` resolves with this value, because a page shows the result of an action a moment later. Fails with
 * the difference.
 */
export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  let last: T | undefined;
  const isWanted = async () => {
    last = await read();
    return isDeepStrictEqual(last, wanted);
  };
  await until('the value', isWanted).catch(() => expect(last).toEqual(wanted));
}
