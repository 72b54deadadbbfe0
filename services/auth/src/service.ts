import { defineService, readSealingKeys, vaultOf } from '@earshot/service-kit';
import { authContract, discoveryContract, leadContract } from '@earshot/proto/http';
import { accountLimits } from './clients/account-limits.ts';
import { argon2Passwords } from './clients/argon2-passwords.ts';
import { commonPasswordList } from './clients/common-password-list.ts';
import { ownDataCalls } from './clients/own-data.ts';
import { identityProviderOf } from './clients/identity-provider-of.ts';
import { authConfig } from './config.ts';
import { accountEvents } from './events/account-events.ts';
import { accountRoutes } from './http/account-routes.ts';
import { loginRoutes } from './http/login-routes.ts';
import { preferencesRoutes } from './http/preferences-routes.ts';
import { mailParts } from './mail-parts.ts';
import { changeAdmin } from './operations/change-admin.ts';
import { countedIdentities, countedRegistrations } from './store/counted-accounts.ts';
import { identityStore } from './store/identity-store.ts';
import { authDataNotes, ownDataParts } from './own-data.ts';
import { authModels } from './store/models.ts';
import { preferencesStore } from './store/preferences-store.ts';
import { userStore } from './store/user-store.ts';

/** Accounts, passwords and preferences. The gateway owns sessions. */
export const authService = defineService({
  name: 'auth',
  database: 'auth',
  config: authConfig,
  models: (documents) => Object.values(authModels(documents)),
  serves: Object.values(authContract),
  calls: [...ownDataCalls, discoveryContract.forgetAddress, leadContract.listSubreddits],
  publishes: ['userRegistered', 'adminChanged', 'passwordChanged', 'accountDeleted'],
  dataNotes: authDataNotes,
  operations: { admin: changeAdmin },
  consumes: ['userRegistered', 'leadCreated', 'configurationSaved', 'scanEnded'],
  reaches: ['mail', 'identity'],
  start: async (platform, config) => {
    const { documents, clock, tokens, meters } = platform;
    const models = authModels(documents);
    const users = countedRegistrations(userStore(models.user), meters);
    const relay = platform.relay(models.user);
    const saved = () => relay.notify();
    const events = accountEvents((facts) => platform.event(facts));
    const preferences = preferencesStore(models.preferences);
    const vault = vaultOf(await readSealingKeys(config.SEALING_KEYS_FILE));
    const shared = {
      tokens,
      clock,
      saved,
      ...events,
      adminEmails: config.EARSHOT_ADMIN_EMAILS,
      passwords: argon2Passwords(meters),
      common: commonPasswordList(),
      limits: accountLimits(platform, config.REGISTRATIONS_PER_HOUR),
    };
    const provider = identityProviderOf(config, platform);
    const mail = mailParts({
      ...shared,
      platform,
      models,
      preferences,
      vault,
      publicUrl: config.EARSHOT_URL ?? config.MAIL_LINKS_URL,
    });
    const ownData = ownDataParts(platform, saved);
    return {
      ...mail,
      routes: [
        ...accountRoutes({ ...shared, users }),
        ...loginRoutes({
          ...shared,
          users: countedIdentities(identityStore(models.user), meters),
          provider,
          vault,
          log: platform.log,
        }),
        ...preferencesRoutes({ preferences, clock }),
        ...(mail.routes ?? []),
        ...ownData.routes,
      ],
      relays: [relay],
      forget: ownData.forget,
    };
  },
});
