import type { authProviders } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';

/** An account. */
export interface User {
  readonly id: UserId;
  /** In the user's spelling. */
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

/** Reads accounts by id, without their password hashes. */
export interface UserRepository {
  find(id: string): Promise<User | null>;
}

/** Addresses with the same key belong to the same account. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
