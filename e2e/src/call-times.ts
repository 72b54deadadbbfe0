import { until } from '@earshot/core/testing';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const times = z.array(z.number());

/** The times at which the scripts of a page called an address, by the page's own clock. */
export interface CallTimes {
  /**
   * Advances the page's clock by `ms`, then expects the next call, and no call earlier than that. The page's clock
   * measures the time, so a slow machine does not affect it. The answer to the previous call must be on the page.
   */
  expectNextAfter(ms: number): Promise<void>;
}

/**
 * Records the calls whose address contains `path`. Call it before opening the page, with the page's clock installed.
 */
export async function noteCallTimes(page: Page, path: string): Promise<CallTimes> {
  await page.addInitScript((callPath) => {
    const callTimes: number[] = [];
    const { fetch } = globalThis;
    Object.assign(globalThis, { notedCalls: callTimes });
    globalThis.fetch = (...args) => {
      const [target] = args;
      if ((target instanceof Request ? target.url : String(target)).includes(callPath)) callTimes.push(Date.now());
      return fetch(...args);
    };
  }, path);
  const readCallTimes = async () => times.parse(await page.evaluate('notedCalls'));
  return {
    expectNextAfter: async (ms) => {
      const before = await readCallTimes();
      await page.clock.runFor(ms);
      const all = await until(`a call of ${path}`, async () => {
        const now = await readCallTimes();
        return now.length > before.length && now;
      });
      expect((all[before.length] ?? 0) - (before.at(-1) ?? 0)).toBeGreaterThanOrEqual(ms);
    },
  };
}
