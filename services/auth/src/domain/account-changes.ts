import type { OutgoingEvent } from '@earshot/event-bus';
import type { User } from './user.ts';

/** What is saved with a change of an account, in the same write. */
export interface ChangeFacts {
  readonly now: Date;
  readonly events: readonly OutgoingEvent[];
}

/** Changes of accounts after they were made. One that is being deleted counts as gone. */
export interface AccountChanges {
  find(userId: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  /** null: no such account, or it has no password. */
  passwordHashOf(userId: string): Promise<string | null>;
  /** False when nothing changed: no such account, or it is so already. */
  setAdmin(userId: string, change: { isAdmin: boolean } & ChangeFacts): Promise<boolean>;
  /** `isAdmin` true makes an administrator too; false leaves that as it is. False when it was verified already. */
  setVerified(userId: string, change: { isAdmin: boolean } & ChangeFacts): Promise<boolean>;
  /** `alone`: who signed in to it by a provider does so no more. False when there is no such account. */
  setPassword(userId: string, change: { passwordHash: string; alone?: boolean } & ChangeFacts): Promise<boolean>;
}
