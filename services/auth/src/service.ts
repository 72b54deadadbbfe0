import { defineService } from '@earshot/platform';
import { authContract } from '@earshot/proto/http';
import { argon2Passwords } from './clients/argon2-passwords.ts';
import { authConfig } from './config.ts';
import { accountRoutes } from './http/account-routes.ts';
import { preferencesRoutes } from './http/preferences-routes.ts';
import { preferencesSchema, preferencesStore } from './store/preferences-store.ts';
import { userSchema, userStore } from './store/user-store.ts';

/** Who people are: accounts, passwords, preferences. Sessions belong to the gateway. */
export const authService = defineService({
  name: 'auth',
  database: 'auth',
  config: authConfig,
  serves: Object.values(authContract),
  calls: [],
  publishes: [],
  consumes: [],
  start: async ({ documents, clock, tokens }, config) => {
    const userModel = documents.model('User', userSchema, 'users');
    const preferencesModel = documents.model('UserPreferences', preferencesSchema, 'user_preferences');
    const users = userStore(userModel);
    const preferences = preferencesStore(preferencesModel);
    return {
      models: [userModel, preferencesModel],
      routes: [
        ...accountRoutes({
          users,
          passwords: argon2Passwords(),
          tokens,
          adminEmails: config.EARSHOT_ADMIN_EMAILS,
          clock,
        }),
        ...preferencesRoutes({ preferences, clock }),
      ],
    };
  },
});
