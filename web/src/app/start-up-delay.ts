const startUpDelayMs = 100;

/**
 * How much longer the start-up screen stays. The document shows it before the scripts arrive, so the time since its first
 * paint counts; `paintedMs` is undefined if there was none yet.
 */
export function startUpDelay(nowMs: number, paintedMs: number | undefined): number {
  return paintedMs === undefined ? startUpDelayMs : Math.max(0, startUpDelayMs - (nowMs - paintedMs));
}

/** When the page was first painted, in ms since the navigation. */
export const firstPaintMs = (): number | undefined =>
  performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
