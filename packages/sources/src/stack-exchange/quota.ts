import type { SiteBudget } from '../define-source.ts';
import { siteTurns, type SiteTurnsOptions } from '../site-turns.ts';

/** The requests of a day, shared by all processes through the key-value store. */
export interface Quota {
  /** Takes a request. Throws source.rate-limited if there is none now. */
  take(): Promise<void>;
  /** The site asked to wait. */
  pause(seconds: number): Promise<void>;
  /** The site said how many requests are left today. */
  learn(left: number): Promise<void>;
}

export interface QuotaOptions extends Omit<SiteTurnsOptions, 'usedUpSeconds'> {
  readonly budget: SiteBudget;
}

const dayMs = 24 * 3_600_000;
/** Until the next look while the day's requests are used up. */
export const usedUpSeconds = 600;

export function dailyQuota({ budget, ...options }: QuotaOptions): Quota {
  const turns = siteTurns({ ...options, usedUpSeconds });
  const pause = (seconds: number) => turns.pause(budget, seconds);
  return {
    take: () => turns.take(budget),
    pause,
    learn: async (left) => {
      await turns.learn(budget, left, dayMs);
      if (left <= 0) await pause(usedUpSeconds);
    },
  };
}
