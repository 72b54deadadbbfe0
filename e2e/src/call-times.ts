import { until } from '@earshot/core/testing';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const times = z.array(z.number());

/** When the scripts of a page called an address, by the page's own clock. */
export interface CallTimes {
  /**
   * Lets `ms` of the page's time pass, after which the next call must come, and none before: told by the page's clock,
   * which a slow machine does not move. The answer of the last one must be on the page.
   */
  expectNextAfter(ms: number): Promise<void>;
}

/** Notes the calls whose address contains `path`; before the page is opened, with its clock installed. */
export async function noteCallTimes(page: Page, path: string): Promise<CallTimes> {
  await page.addInitScript((wanted) => {
    const noted: number[] = [];
    const { fetch } = globalThis;
    Object.assign(globalThis, { notedCalls: noted });
    globalThis.fetch = (...given) => {
      const [asked] = given;
      if ((asked instanceof Request ? asked.url : String(asked)).includes(wanted)) noted.push(Date.now());
      return fetch(...given);
    };
  }, path);
  const noted = async () => times.parse(await page.evaluate('notedCalls'));
  return {
    expectNextAfter: async (ms) => {
      const before = await noted();
      await page.clock.runFor(ms);
      const all = await until(`a call of ${path}`, async () => {
        const now = await noted();
        return now.length > before.length && now;
      });
      expect((all[before.length] ?? 0) - (before.at(-1) ?? 0)).toBeGreaterThanOrEqual(ms);
    },
  };
}
