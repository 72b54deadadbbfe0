import type { authProviders } from '@earshot/proto/values';

/** An account. */
export interface User {
  readonly id: string;
  /** As the user wrote it. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly profileImageUrl: string | null;
  readonly authProvider: (typeof authProviders)[number];
  readonly isEmailVerified: boolean;
  readonly isAdmin: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Accounts by id, without their hashes. */
export interface UserRepository {
  find(id: string): Promise<User | null>;
}

/** Two addresses with one key are one account. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
