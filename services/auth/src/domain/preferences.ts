import type { Preferences as View } from '@earshot/proto/http/auth';
import type { UserId } from '@earshot/proto/refs';

/** A user's preferences; `id` and times are null before the first save. */
export interface Preferences extends Omit<View, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** The defaults from section 3 of the specification. */
export const preferencesDefaults = {
  leadScoringModel: 'gpt-5-mini',
  messageGenerationModel: 'gpt-5',
  maxLeadsPerDay: 100,
  emailNotifications: true,
} as const satisfies Partial<Preferences>;

/** The fields to save; absent fields keep their value. */
export type PreferencesChange = {
  readonly [K in keyof typeof preferencesDefaults]?: Preferences[K] | undefined;
};

/** Stores preferences, one document per user. */
export interface PreferencesRepository {
  find(userId: UserId): Promise<Preferences | null>;
  /** The first save uses `newId`, and the defaults for absent fields. */
  save(userId: UserId, change: PreferencesChange, facts: { newId: string; now: Date }): Promise<Preferences>;
}

/** The user's preferences, or the defaults. */
export async function preferencesOf(userId: UserId, repository: PreferencesRepository): Promise<Preferences> {
  const stored = await repository.find(userId);
  return stored ?? { ...preferencesDefaults, id: null, userId, createdAt: null, updatedAt: null };
}
