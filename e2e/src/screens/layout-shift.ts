import type { Page } from 'playwright-core';
import { z } from 'zod';

const shifts = z.array(z.object({ value: z.number(), moved: z.array(z.string()) }));

/** The sum of unexpected layout shifts, and the elements that moved. */
export interface LayoutShift {
  readonly total: number;
  readonly moved: readonly string[];
}

/** The page's clock, in milliseconds since navigation. */
export const pageTime = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/**
 * Every layout shift after `since` (on the page's clock) without recent user input. From the navigation on, the sum is
 * never less than Google's CLS.
 */
export async function layoutShift(page: Page, since = 0): Promise<LayoutShift> {
  const entries = shifts.parse(await page.evaluate(readShifts, since));
  return {
    total: entries.reduce((sum, { value }) => sum + value, 0),
    moved: entries.flatMap(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`),
  };
}

/** Runs in the page. */
function readShifts(since: number): Promise<unknown[]> {
  const nameOf = (source: unknown): string => {
    const node: unknown = source instanceof Object ? Reflect.get(source, 'node') : null;
    return node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node);
  };
  const read = (entry: PerformanceEntry) => {
    const sources: unknown = Reflect.get(entry, 'sources');
    const moved = Array.isArray(sources) ? sources.map(nameOf) : [];
    const value: unknown = Reflect.get(entry, 'value');
    const isExpected = entry.startTime < since || Reflect.get(entry, 'hadRecentInput') === true;
    return isExpected ? [] : [{ value, moved }];
  };
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().flatMap(read)));
    observer.observe({ type: 'layout-shift', buffered: true });
    // Without shifts the observer reports nothing. Buffered entries arrive before the second frame.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve([]), 50)));
  });
}
