import type { Preferences, User } from '@earshot/proto/http/auth';
import type { Preferences as OwnPreferences } from '../domain/preferences.ts';
import type { User as OwnUser } from '../domain/user.ts';

/** The account in the contract's format. */
export function presentUser({ createdAt, updatedAt, ...user }: OwnUser): User {
  return { ...user, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** The preferences in the contract's format. */
export function presentPreferences({ createdAt, updatedAt, ...preferences }: OwnPreferences): Preferences {
  return {
    ...preferences,
    createdAt: createdAt?.toISOString() ?? null,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}
