import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';

/** Deletes accounts in two steps: the events of the deletion are published before the account is removed. */
export interface AccountDeletions {
  /**
   * Marks the account as deleted in one write: sign-in is blocked, its address is free, and the events wait for
   * publication. Returns false if the account is missing or already marked.
   */
  markDeleted(
    userId: UserId,
    facts: { readonly now: Date; readonly events: readonly OutgoingEvent[] },
  ): Promise<boolean>;
  /** The address of an account that is not yet removed; null afterwards. */
  addressOf(userId: UserId): Promise<string | null>;
  /** Further addresses that mails of the account went to, without those that now belong to other accounts. */
  otherAddressesOf(userId: UserId): Promise<readonly string[]>;
}
