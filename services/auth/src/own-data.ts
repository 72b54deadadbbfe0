import { AppError } from '@earshot/core';
import { OutageError } from '@earshot/event-bus';
import {
  noPostText,
  ownDocuments,
  personalCollections,
  type Platform,
  type PostNotes,
  rateLimiter,
  type ServiceDefinition,
  type ServiceParts,
} from '@earshot/service-kit';
import { discoveryContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import { dataElsewhere } from './clients/own-data.ts';
import { accountEvents } from './events/account-events.ts';
import { deletionRoutes } from './http/deletion-routes.ts';
import type { Notices } from './domain/mails/notices.ts';
import { emailKey } from './domain/user.ts';
import { exportRoutes } from './http/export-routes.ts';
import { accountDeletionStore } from './store/account-deletion-store.ts';
import { authModels } from './store/models.ts';

/** How fields other than `userId` are treated when the user's data is exported or deleted. */
export const authDataNotes = {
  users: { personal: true, userPath: '_id', omit: ['passwordHash', 'emailKey', 'firstAccount', 'deletedAt'] },
  mail_choices: { personal: true, userPath: '_id' },
  first_admin_links: { personal: false, because: 'holds the digest of one token and no user' },
  model_server: { personal: false, because: 'belongs to the installation and names no user' },
  mail_links: { personal: true, exported: false },
  second_factors: { personal: true, userPath: '_id', omit: ['totp', 'recoveryCodes'] },
  passkeys: { personal: true, omit: ['publicKey', 'counter'] },
  passkey_challenges: { personal: true, exported: false },
} as const satisfies ServiceDefinition['dataNotes'];

/** Digests read the words of their leads when they are sent. */
export const authPostNotes: PostNotes = {
  mails: noPostText,
  users: noPostText,
  user_preferences: noPostText,
  mail_choices: noPostText,
  devices: noPostText,
  security_events: { holdsPostText: false, because: 'its reasons are names of a table' },
  first_admin_links: noPostText,
  second_factors: noPostText,
  passkeys: noPostText,
  passkey_challenges: noPostText,
  model_server: noPostText,
  mail_links: noPostText,
};

/** Exports per hour: each one reads all data of the user. */
const exportsAnHour = 6;

/** Export and deletion of a user's data. */
export function ownDataParts(
  platform: Platform,
  { saved, notices }: { readonly saved: () => void; readonly notices: Notices },
): Required<Pick<ServiceParts, 'routes' | 'forget'>> {
  const { clock, documents, kv, tokens, security } = platform;
  const models = authModels(documents);
  const accounts = accountDeletionStore(models.user);
  const { accountDeleted } = accountEvents((facts) => platform.event(facts));
  const collections = personalCollections({ models: Object.values(models), notes: authDataNotes });
  return {
    routes: [
      ...deletionRoutes({ accounts, notices, tokens, clock, security, saved, accountDeleted }),
      ...exportRoutes({
        limit: rateLimiter({ kv, name: 'export', points: exportsAnHour, durationMs: 3_600_000 }),
        clock,
        security,
        documentsOf: async function* (userId, signal) {
          yield* ownDocuments(documents, collections, userId);
          yield* dataElsewhere(platform.open, userId, signal);
        },
      }),
    ],
    forget: async (userId) => {
      const address = await accounts.addressOf(userId);
      for (const other of await accounts.otherAddressesOf(userId))
        await forgetAddress(other, userId, { platform, models });
      if (address !== null) await forgetAddress(address, userId, { platform, models });
    },
  };
}

/** Milliseconds after which a mail in progress has been written. */
const writtenMs = 1_500;

/** Deletes data stored by address instead of by user: mails and the waitlist entry. Can be repeated. */
async function forgetAddress(
  address: string,
  userId: UserId,
  { platform, models }: { platform: Platform; models: ReturnType<typeof authModels> },
): Promise<void> {
  const { mailer, log, call } = platform;
  await models.mail.deleteMany({ emailKey: emailKey(address) }).exec();
  await models.mail.deleteMany({ userId }).exec();
  await mailer.forget(address);
  const forgetAgain = () =>
    mailer.forget(address).catch((err: unknown) => log.error({ err }, 'mails could not be removed'));
  setTimeout(() => void forgetAgain(), writtenMs).unref();
  await call(discoveryContract.forgetAddress, { userId, body: { email: address } }).catch((error: unknown) => {
    // The deletion waits until the service is available.
    if (error instanceof AppError && error.code === 'service.unavailable') throw new OutageError('discovery', error);
    throw error;
  });
}
