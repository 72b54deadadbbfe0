import type { Page } from 'playwright-core';
import { z } from 'zod';

const shifts = z.array(z.object({ value: z.number(), moved: z.array(z.string()) }));

/** How far what one sees has jumped by itself since the page was opened, and what jumped. */
export interface LayoutShift {
  readonly total: number;
  readonly moved: readonly string[];
}

/** Every shift since navigation that no click or key brought about; their sum is never less than Google's CLS. */
export async function layoutShift(page: Page): Promise<LayoutShift> {
  const entries = shifts.parse(await page.evaluate(readShifts));
  return {
    total: entries.reduce((sum, { value }) => sum + value, 0),
    moved: entries.flatMap(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`),
  };
}

/** Runs in the page. */
function readShifts(): Promise<unknown[]> {
  const nameOf = (source: unknown): string => {
    const node: unknown = source instanceof Object ? Reflect.get(source, 'node') : null;
    return node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node);
  };
  const read = (entry: PerformanceEntry) => {
    const sources: unknown = Reflect.get(entry, 'sources');
    const moved = Array.isArray(sources) ? sources.map(nameOf) : [];
    const value: unknown = Reflect.get(entry, 'value');
    return Reflect.get(entry, 'hadRecentInput') === true ? [] : [{ value, moved }];
  };
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().flatMap(read)));
    observer.observe({ type: 'layout-shift', buffered: true });
    // Nothing is told where nothing shifted: what was buffered comes before the second frame.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve([]), 50)));
  });
}
