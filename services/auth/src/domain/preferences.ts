import type { Preferences as View } from '@earshot/proto/http/auth';

/** A user's choices; `id` and times are null before the first save. */
export interface Preferences extends Omit<View, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** The defaults of the specification, section 3. */
export const preferencesDefaults = {
  leadScoringModel: 'gpt-5-mini',
  messageGenerationModel: 'gpt-5',
  maxLeadsPerDay: 100,
  emailNotifications: true,
} as const satisfies Partial<Preferences>;

/** What a save brings; absent fields keep their value. */
export type PreferencesChange = {
  readonly [K in keyof typeof preferencesDefaults]?: Preferences[K] | undefined;
};

/** Where preferences are kept: one document a user. */
export interface PreferencesRepository {
  find(userId: string): Promise<Preferences | null>;
  /** A first save takes `newId` and the defaults for what is absent. */
  save(userId: string, change: PreferencesChange, facts: { newId: string; now: Date }): Promise<Preferences>;
}

/** The user's preferences, or the defaults. */
export async function preferencesOf(userId: string, repository: PreferencesRepository): Promise<Preferences> {
  const stored = await repository.find(userId);
  return stored ?? { ...preferencesDefaults, id: null, userId, createdAt: null, updatedAt: null };
}
