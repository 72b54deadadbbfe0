import type { MessageLength, MessageType } from '@earshot/proto/values';

/** What the user configured for drafts. */
export interface DraftSettings {
  readonly lengths: Readonly<Record<MessageType, MessageLength>>;
  /** The names of the user's own tones. */
  readonly ownTones: readonly string[];
}
