import type { Platform, ServiceParts, Vault } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import type { Model } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import { communitySources } from './clients/community-sources.ts';
import { describeLeads } from './clients/lead-words.ts';
import { unsubscribeTokens } from './clients/unsubscribe-tokens.ts';
import type { CommonPasswords } from './domain/common-passwords.ts';
import type { AccountChanges } from './domain/account-changes.ts';
import type { AccountLimits } from './domain/account-limits.ts';
import type { Links } from './domain/mails/links.ts';
import { type Notices, notices } from './domain/mails/notices.ts';
import { welcome } from './domain/mails/request-mails.ts';
import type { Passwords } from './domain/passwords.ts';
import type { PreferencesRepository } from './domain/preferences.ts';
import { accountEvents } from './events/account-events.ts';
import { onConfigurationSaved, onLeadsCreated, onScanEnded } from './events/on-digest-facts.ts';
import { firstAdminRoutes } from './http/first-admin-routes.ts';
import { mailRoutes } from './http/mail-routes.ts';
import { mailSender } from './jobs/mail-sender.ts';
import { accountChangesStore } from './store/account-changes-store.ts';
import { countedMails } from './store/counted-accounts.ts';
import { firstAdminLinkStore } from './store/first-admin-link-store.ts';
import { linkStore } from './store/link-store.ts';
import { mailChoiceStore } from './store/mail-choice-store.ts';
import { mailStore } from './store/mail-store.ts';
import type { authModels } from './store/models.ts';
import type { UserDocument } from './store/user-schema.ts';

export interface MailPartOptions {
  readonly platform: Platform;
  readonly models: ReturnType<typeof authModels> & { readonly user: Model<UserDocument> };
  readonly preferences: PreferencesRepository;
  readonly passwords: Passwords;
  readonly common: CommonPasswords;
  readonly limits: AccountLimits;
  readonly adminEmails: readonly string[];
  readonly vault: Vault;
  readonly adminsNeedFactor: boolean;
  readonly hasFactor: (userId: UserId) => Promise<boolean>;
  /** Deletes all second factors of an account. */
  readonly removeFactors: (userId: UserId) => Promise<void>;
  /** The address for links, if configured. */
  readonly publicUrl: string | undefined;
  /** Called after a write of an account that carried events. */
  readonly saved: () => void;
}

/** The service's parts, and values that other features use. */
export interface MailParts {
  readonly parts: Required<Pick<ServiceParts, 'routes' | 'subscriptions' | 'jobs'>>;
  readonly notices: Notices;
  readonly links: Links;
  readonly accounts: AccountChanges;
}

/** All features based on mail: routes that request mails, handlers that collect leads, and the sender. */
export function mailParts(options: MailPartOptions): MailParts {
  const { platform, models, preferences, publicUrl } = options;
  const { clock, log, tokens } = platform;
  const queue = countedMails(mailStore(models.mail), platform.meters);
  const resetMailed = (userId: UserId) =>
    platform.security.record({ event: 'password-reset-mailed', outcome: 'success', userId });
  const accounts = accountChangesStore(models.user);
  const links = linkStore(models.link);
  const choices = mailChoiceStore(models.mailChoice);
  const unsubscribing = unsubscribeTokens(options.vault);
  const sender = mailSender({
    queue,
    users: accounts,
    links,
    unsubscribing,
    resetMailed,
    clock,
    log,
    mailer: platform.mailer,
    digestPreferences: { choices, preferences },
    communitySources: communitySources(platform),
    describeLeads: describeLeads(platform.call),
    baseUrl: () => baseUrl(publicUrl, platform.directory),
    // When one process runs all services, the gateway starts last. Then its address is known, and the others answer.
    ready: () => platform.directory.hasStarted('gateway'),
  });
  const now = () => clock.now();
  const due = () => sender.notify();
  const { keepsMails } = platform.mailer;
  const sending = notices({ queue, limits: options.limits, newId, now, due, keepsMails });
  const { adminChanged, passwordChanged } = accountEvents((facts) => platform.event(facts));
  const shared = { ...options, accounts, links, notices: sending, queue, newId, now, due, security: platform.security };
  const parts = {
    routes: [
      ...mailRoutes({ ...shared, unsubscribing, tokens, adminChanged, passwordChanged }),
      ...firstAdminRoutes({ ...shared, adminChanged, firstAdminLinks: firstAdminLinkStore(models.firstAdminLink) }),
    ],
    subscriptions: mailSubscriptions(queue, choices, { due, now }),
    jobs: [sender],
  };
  return { parts, notices: sending, links, accounts };
}

function mailSubscriptions(
  queue: ReturnType<typeof mailStore>,
  choices: ReturnType<typeof mailChoiceStore>,
  { due, now }: { readonly due: () => void; readonly now: () => Date },
) {
  const collecting = { choices, digests: queue, due, now };
  const created = onLeadsCreated(collecting);
  return [
    consume({
      group: 'auth',
      topic: 'account.events',
      handlers: { userRegistered: async ({ userId }) => welcome(userId, { queue, now, due }) },
    }),
    consume({
      group: 'auth',
      topic: 'lead.events',
      handlers: { leadCreated: (event) => created([event]), configurationSaved: onConfigurationSaved({ choices }) },
      batches: { leadCreated: created },
    }),
    consume({ group: 'auth', topic: 'scan.events', handlers: { scanEnded: onScanEnded(collecting) } }),
  ];
}

/**
 * The base of links in mails. It ignores the request's Host header: an attacker requesting another user's password
 * reset could name their own site (docs/decisions/0059-mail-links-ignore-the-host-header.md). Without a configured
 * address, it is the gateway's address as printed at the start: under another name, such as localhost, the browser
 * would have no session.
 */
function baseUrl(publicUrl: string | undefined, directory: Platform['directory']): string {
  return new URL(publicUrl ?? directory.urlOf('gateway')).href.replace(/\/$/, '');
}
