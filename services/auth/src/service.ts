import type { OutgoingEvent } from '@earshot/event-bus';
import { defineService, type Platform, readSealingKeys, vaultOf } from '@earshot/service-kit';
import { publicAddress } from '@earshot/core';
import {
  authContract,
  confirmContract,
  discoveryContract,
  leadContract,
  modelServerContract,
  ownFactorContract,
  postWordsContract,
  scanContract,
  securityContract,
  usersContract,
} from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import { accountLimits } from './clients/account-limits.ts';
import { argon2Passwords } from './clients/argon2-passwords.ts';
import { commonPasswordList } from './clients/common-password-list.ts';
import { ownDataCalls } from './clients/own-data.ts';
import { identityProviderOf } from './clients/identity-provider-of.ts';
import { totpCodes } from './clients/totp-codes.ts';
import { webAuthn } from './clients/webauthn.ts';
import { type AuthConfig, authConfig } from './config.ts';
import { hasFactor, removeFactors } from './domain/factors/manage-factors.ts';
import { accountEvents } from './events/account-events.ts';
import { accountRoutes } from './http/account-routes.ts';
import { confirmRoutes } from './http/confirm-routes.ts';
import { factorRoutes } from './http/factor-routes.ts';
import { loginRoutes } from './http/login-routes.ts';
import { preferencesRoutes } from './http/preferences-routes.ts';
import { secondStepRoutes } from './http/second-step-routes.ts';
import { userRoutes } from './http/user-routes.ts';
import { mailParts } from './mail-parts.ts';
import { changeAdmin } from './operations/change-admin.ts';
import { createFirstAdminLink } from './operations/first-admin-link.ts';
import { challengeStore } from './store/challenge-store.ts';
import { countedIdentities, countedRegistrations } from './store/counted-accounts.ts';
import { deviceStore } from './store/device-store.ts';
import { identityStore } from './store/identity-store.ts';
import { managedUserStore } from './store/managed-user-store.ts';
import { authDataNotes, authPostNotes, ownDataParts } from './own-data.ts';
import { modelServerParts } from './model-server-parts.ts';
import { securityParts } from './security-parts.ts';
import { authModels } from './store/models.ts';
import { passkeyStore } from './store/passkey-store.ts';
import { preferencesStore } from './store/preferences-store.ts';
import { secondFactorStore } from './store/second-factor-store.ts';
import { userStore } from './store/user-store.ts';

/** Accounts, passwords and preferences. The gateway owns sessions. */
export const authService = defineService({
  name: 'auth',
  database: 'auth',
  config: authConfig,
  models: (documents) => Object.values(authModels(documents)),
  serves: Object.values({
    ...authContract,
    ...confirmContract,
    ...ownFactorContract,
    ...modelServerContract,
    ...securityContract,
    ...usersContract,
  }),
  calls: [
    ...ownDataCalls,
    discoveryContract.forgetAddress,
    leadContract.listSubreddits,
    postWordsContract.listLeadWords,
    scanContract.modelSetBy,
  ],
  publishes: [
    'userRegistered',
    'adminChanged',
    'passwordChanged',
    'accountDeleted',
    'modelChanged',
    'preferencesSaved',
  ],
  dataNotes: authDataNotes,
  postNotes: authPostNotes,
  operations: { admin: changeAdmin, 'first-admin-link': createFirstAdminLink },
  consumes: ['userRegistered', 'leadCreated', 'configurationSaved', 'scanEnded', 'securityRecorded'],
  reaches: ['mail', 'identity'],
  start: async (platform, config) => {
    const { documents, clock, meters } = platform;
    const models = authModels(documents);
    const users = countedRegistrations(userStore(models.user), meters);
    const relay = platform.relay(models.user);
    const saved = () => relay.notify();
    const vault = vaultOf(await readSealingKeys(config.SEALING_KEYS_FILE));
    const shared = { ...sharedParts(platform, config), ...factorParts(models), vault, saved };
    const { preferences, preferencesRelay } = preferencesOn(platform, shared.preferencesSaved);
    const provider = identityProviderOf(config, platform);
    const { parts: mail, ...mails } = mailParts({
      ...shared,
      platform,
      models,
      preferences,
      adminEmails: adminsByMail(config),
      publicUrl: config.EARSHOT_URL ?? config.MAIL_LINKS_URL,
    });
    const ownData = ownDataParts(platform, { saved, notices: mails.notices });
    const managed = managedUserStore(models.user);
    const signingIn = { ...shared, ...mails, devices: deviceStore(models.device), managed, provider };
    const securityEvents = securityParts(models);
    const modelServer = modelServerParts(platform, shared);
    return {
      ...mail,
      routes: [
        ...accountRoutes({ ...signingIn, users }),
        ...confirmRoutes(signingIn),
        ...factorRoutes(signingIn),
        ...secondStepRoutes(signingIn),
        ...userRoutes(signingIn),
        ...loginRoutes({
          ...signingIn,
          users: countedIdentities(identityStore(models.user), meters),
          byPassword: { ...signingIn, users },
        }),
        ...preferencesRoutes({ preferences, clock }),
        ...mail.routes,
        ...ownData.routes,
        ...securityEvents.routes,
        ...modelServer.routes,
      ],
      subscriptions: [...mail.subscriptions, ...securityEvents.subscriptions],
      relays: [relay, preferencesRelay, ...modelServer.relays],
      forget: ownData.forget,
    };
  },
});

/** The preferences, and the relay that publishes their events. */
function preferencesOn(platform: Platform, savedEvent: (userId: UserId) => OutgoingEvent) {
  const model = authModels(platform.documents).preferences;
  const relay = platform.relay(model);
  return {
    preferences: preferencesStore(model, { savedEvent, saved: () => relay.notify() }),
    preferencesRelay: relay,
  };
}

/** What most features of accounts use. */
function sharedParts(platform: Platform, config: AuthConfig) {
  const { tokens, clock, security, log, meters } = platform;
  return {
    tokens,
    clock,
    security,
    log,
    now: () => clock.now(),
    ...accountEvents((facts) => platform.event(facts)),
    adminEmails: config.EARSHOT_ADMIN_EMAILS,
    adminsNeedFactor: config.EARSHOT_ADMIN_MFA === 'required',
    passwords: argon2Passwords(meters),
    common: commonPasswordList(),
    limits: accountLimits(platform, config.REGISTRATIONS_PER_HOUR),
  };
}

/** In a public demo, the sandbox may show mails to anyone who registered with their address, so they prove nothing. */
function adminsByMail({ EARSHOT_ADMIN_EMAILS, EARSHOT_DEMO, EARSHOT_URL }: AuthConfig): readonly string[] {
  return EARSHOT_DEMO && publicAddress(EARSHOT_URL) !== undefined ? [] : EARSHOT_ADMIN_EMAILS;
}

/** Second factors: their stores and the libraries that check them. */
function factorParts(models: ReturnType<typeof authModels>) {
  const stores = { factors: secondFactorStore(models.secondFactor), passkeys: passkeyStore(models.passkey) };
  return {
    ...stores,
    challenges: challengeStore(models.challenge),
    verifier: webAuthn(),
    totp: totpCodes(),
    hasFactor: (userId: UserId) => hasFactor(userId, stores),
    removeFactors: (userId: UserId) => removeFactors(userId, stores),
  };
}
