import type { AccountHold, RedditAccount } from '@earshot/proto/http/outreach';
import { useEffect, useState } from 'react';
import { remainingMs } from './holds.ts';

/** The longest delay of a timer in browsers. */
const longestTimerMs = 2 ** 31 - 1;

/** What keeps an account from writing now; becomes null at the end of the hold without a new answer of the server. */
export function useCurrentHold(account: Pick<RedditAccount, 'hold'> | null): AccountHold | null {
  const hold = account?.hold ?? null;
  const [nowMs, setNowMs] = useState(() => Date.now());
  const leftMs = hold && remainingMs(hold, nowMs);
  useEffect(() => {
    if (hold === null || leftMs === null || leftMs <= 0) return;
    const delayMs = Math.max(0, remainingMs(hold, Date.now()) ?? 0);
    const timer = setTimeout(() => setNowMs(Date.now()), Math.min(delayMs, longestTimerMs));
    return () => clearTimeout(timer);
  }, [hold, leftMs]);
  return leftMs !== null && leftMs <= 0 ? null : hold;
}
