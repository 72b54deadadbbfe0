import { newId, publicAddress } from '@earshot/core';
import { encoderPart, localEncoder } from '@earshot/encoder';
import { consume, type EventOf } from '@earshot/event-bus';
import { meteredLlm } from '@earshot/llm';
import {
  defineService,
  followModel,
  followsModel,
  type Platform,
  readSealingKeys,
  vaultOf,
} from '@earshot/service-kit';
import { draftContract, outreachContract, ownDataContract } from '@earshot/proto/http';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LeadId, UserId } from '@earshot/proto/refs';
import { answeredText } from './clients/answered-text.ts';
import { communityRules } from './clients/community-rules.ts';
import { keylessDrafter, modelDrafter } from '@earshot/drafting';
import { leadContext, leadContextCalls, leadFacts } from './clients/lead-context.ts';
import { outreachConfig } from './config.ts';
import { accountActor } from './domain/act-as-account.ts';
import { unlinkAll } from './domain/link-account.ts';
import { type NotificationContent, notify } from './domain/notification.ts';
import { sendReminders } from './domain/reminder.ts';
import { sweepMessages } from './domain/sweep-messages.ts';
import { messageEvents } from './events/message-events.ts';
import { onLeadStatusChanged } from './events/on-lead-status-changed.ts';
import { onMessageFailed } from './events/on-message-failed.ts';
import { onSourceResumed, onSourceStopped } from './events/on-source-changed.ts';
import { onScanEnded } from './events/on-scan-ended.ts';
import { accountRoutes } from './http/account-routes.ts';
import { draftRoutes } from './http/draft-routes.ts';
import { messageRoutes } from './http/message-routes.ts';
import { activityRoutes } from './http/activity-routes.ts';
import { sendingRoutes } from './http/sending-routes.ts';
import { messageSweeper } from './jobs/message-sweeper.ts';
import { reminderSender } from './jobs/reminder-sender.ts';
import { openStores } from './open-stores.ts';
import { outreachDataNotes, outreachPostNotes } from './store/data-notes.ts';
import { forgetSamples } from './store/forget-samples.ts';
import { outreachModels } from './store/models.ts';

/** Drafts for leads, messages sent through linked accounts, the activity feed and notifications. */
export const outreachService = defineService({
  name: 'outreach',
  database: 'outreach',
  config: outreachConfig,
  models: (documents) => Object.values(outreachModels(documents)),
  dataNotes: outreachDataNotes,
  postNotes: outreachPostNotes,
  serves: [...Object.values(outreachContract), ...Object.values(draftContract), ownDataContract.outreachData],
  calls: [...leadContextCalls, ...followsModel.calls],
  reaches: ['source', 'model'],
  publishes: ['messageSent', 'messageFailed'],
  consumes: [
    'leadStatusChanged',
    'leadPostRemoved',
    'samplesRemoved',
    'scanEnded',
    'sourceStopped',
    'sourceResumed',
    'messageFailed',
    ...followsModel.consumes,
  ],
  start: async (platform, config) => {
    const { clock, call, log, sources } = platform;
    const stores = openStores(platform, vaultOf(await readSealingKeys(config.SEALING_KEYS_FILE)));
    const relay = platform.relay(stores.sentModel);
    const now = () => clock.now();
    const warn = (facts: object, message: string) => log.warn(facts, message);
    const context = leadContext(call);

    const sending = {
      ...stores,
      sources,
      newId,
      now,
      lead: context.lead,
      saved: () => relay.notify(),
      actor: accountActor({ accounts: stores.accounts, sources, now }),
      events: messageEvents((facts) => platform.event(facts)),
      pause: (ms: number) => wait(ms),
    };
    const sharedUrl = publicAddress(config.EARSHOT_URL);
    const opensSandbox = sharedUrl === undefined || config.EARSHOT_DEMO;
    const ownOrigin = sharedUrl === undefined ? null : new URL(sharedUrl).origin;
    const redirectUri = (origin: string | null) => `${ownOrigin ?? origin ?? ''}/api/reddit/callback`;
    const newState = () => randomBytes(32).toString('base64url');
    const left = (messageId: string, err: unknown) => log.warn({ messageId, err }, 'a message waits for another sweep');
    const postponed = (leadId: LeadId, err: unknown) => log.warn({ leadId, err }, 'a reminder waits for another try');
    const notifyUser = notifierOf(stores, { call, now });
    const { encoder, ...drafting } = draftersOf(platform);
    const followed = followModel(platform);
    const removeSamples = samplesRemover(platform, stores);

    return {
      relays: [relay],
      resources: [...followed.resources, encoder],
      forget: (userId) => unlinkAll({ userId }, { accounts: stores.accounts, sources, warn }),
      routes: [
        ...messageRoutes({ context, messages: stores.drafts, sent: stores.messages, ...drafting, newId, now }),
        ...accountRoutes({ ...sending, opensSandbox, redirectUri, newState, warn }),
        ...sendingRoutes(sending),
        ...activityRoutes(stores),
        ...draftRoutes({ ...stores, lead: context.lead, now }),
      ],
      subscriptions: [...followed.subscriptions, ...subscriptions(stores, { notifyUser, call, now, removeSamples })],
      jobs: [
        messageSweeper({ sweep: () => sweepMessages(sending, left), log }),
        reminderSender({ send: () => sendReminders({ ...stores, notifyUser, now }, postponed), log }),
      ],
    };
  },
});

/** The drafter for a user's model, what it reads of the site, and the encoder that it chooses with. */
function draftersOf({ log, meters, ledger, model: connection, sources, kv }: Platform) {
  const encoder = localEncoder({ log, meters });
  const encode = (texts: readonly string[]) => encoder.encode(texts);
  const warn = (facts: object, message: string) => log.warn(facts, message);
  const drafterFor = (model: string, userId: UserId) => {
    const llm = connection.current();
    if (llm === null) return keylessDrafter(encode);
    return modelDrafter({ llm: meteredLlm(llm, ledger, userId), model, warn, encode });
  };
  return {
    drafterFor,
    hasModel: () => connection.current() !== null,
    rulesOf: communityRules({ sources, kv, warn }),
    answeredText: answeredText({ sources, warn }),
    encoder: encoderPart(encoder),
  };
}

type Stores = ReturnType<typeof openStores>;

/** Removes what a user has in this service of samples, linked accounts included. */
function samplesRemover({ documents, sources, log }: Platform, { accounts }: Stores) {
  const warn = (facts: object, message: string) => log.warn(facts, message);
  return async (userId: UserId): Promise<void> => {
    await forgetSamples(documents, userId);
    await unlinkAll({ userId, source: 'sample' }, { accounts, sources, warn });
  };
}

type Means = Pick<Platform, 'call'> & { now(): Date };

function notifierOf({ notifications }: Stores, { call, now }: Means) {
  const { notificationMethod } = leadFacts(call);
  return (content: NotificationContent) => notify(content, { notifications, notificationMethod, newId, now });
}

interface Reactions {
  notifyUser(content: NotificationContent): Promise<void>;
  removeSamples(userId: UserId): Promise<void>;
}

function subscriptions(stores: Stores, { call, now, notifyUser, removeSamples }: Means & Reactions) {
  const { details } = leadFacts(call);
  const { messages } = stores;
  const leadStatusChanged = onLeadStatusChanged({ ...stores, details, newId, now, notifyUser });
  const samplesRemoved = ({ userId }: EventOf<'samplesRemoved'>) => removeSamples(userId);
  const messageFailed = onMessageFailed({ messages, notifyUser });
  return [
    consume({ group: 'outreach', topic: 'lead.events', handlers: { leadStatusChanged, samplesRemoved } }),
    consume({
      group: 'outreach',
      topic: 'scan.events',
      handlers: {
        scanEnded: onScanEnded({ notifyUser }),
        sourceStopped: onSourceStopped(notifyUser),
        sourceResumed: onSourceResumed(notifyUser),
      },
    }),
    consume({ group: 'outreach', topic: 'outreach.events', handlers: { messageFailed } }),
  ];
}
