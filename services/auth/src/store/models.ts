import type { Connection } from 'mongoose';
import { preferencesSchema } from './preferences-store.ts';
import { userSchema } from './user-schema.ts';

/** Every collection of the auth service's database. */
export function authModels(documents: Connection) {
  return {
    user: documents.model('User', userSchema, 'users'),
    preferences: documents.model('UserPreferences', preferencesSchema, 'user_preferences'),
  };
}
