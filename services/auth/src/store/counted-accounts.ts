import type { Meters } from '@earshot/core';
import type { MailQueue } from '../domain/mails/mail-queue.ts';
import type { RegistrationRepository } from '../domain/register.ts';
import type { IdentityRepository } from '../domain/sign-in-by-identity.ts';

/** Counts accounts created with a password. */
export function countedRegistrations<T extends RegistrationRepository>(users: T, meters: Meters): T {
  const created = meters.counter('accountsCreated');
  return {
    ...users,
    insert: async (user, facts) => {
      const outcome = await users.insert(user, facts);
      if (outcome === 'saved') created.add({ provider: 'email' });
      return outcome;
    },
  };
}

/** Counts accounts created by signing in with a provider. */
export function countedIdentities(users: IdentityRepository, meters: Meters): IdentityRepository {
  const created = meters.counter('accountsCreated');
  return {
    ...users,
    insertLinked: async (user, facts) => {
      const isNew = await users.insertLinked(user, facts);
      if (isNew) created.add({ provider: 'oidc' });
      return isNew;
    },
  };
}

/** Counts mails by outcome. */
export function countedMails<T extends MailQueue>(queue: T, meters: Meters): T {
  const mails = meters.counter('mails');
  return {
    ...queue,
    postpone: async (key, at) => {
      await queue.postpone(key, at);
      mails.add({ outcome: 'failed' });
    },
    settle: async (key, outcome) => {
      await queue.settle(key, outcome);
      mails.add({ outcome: outcome === 'failed' ? 'given-up' : outcome });
    },
  };
}
