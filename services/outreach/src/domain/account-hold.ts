import type { AccountHoldReason } from '@earshot/proto/values';
import type { Suspension } from '@earshot/sources';

/** What keeps an account from writing, as the site reported it. */
export interface AccountHold {
  readonly reason: AccountHoldReason;
  /** Null if the site did not say when it ends. */
  readonly until: Date | null;
}

/** The hold if it is still in effect, else null. */
export function currentHold(hold: AccountHold | null, now: Date): AccountHold | null {
  return hold === null || (hold.until !== null && hold.until <= now) ? null : hold;
}

/** The hold of an account that the site calls suspended; null for an account that may write. */
export function holdOf(suspension: Suspension | null): AccountHold | null {
  return suspension && { reason: 'suspended', until: suspension.until };
}
