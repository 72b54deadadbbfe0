import type { OutgoingEvent } from '@earshot/event-bus';

/** The end of accounts, in two steps: what is told of it must have left before the account itself goes. */
export interface AccountEnds {
  /**
   * Nobody signs in with the account any more, its address is free, and the events wait: one write. False when there is
   * no such account, or it is being deleted already.
   */
  markDeleted(
    userId: string,
    facts: { readonly now: Date; readonly events: readonly OutgoingEvent[] },
  ): Promise<boolean>;
  /** Of an account that is not yet gone; null when it is. */
  addressOf(userId: string): Promise<string | null>;
}
