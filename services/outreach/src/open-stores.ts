import type { Vault } from '@earshot/platform';
import type { Connection } from 'mongoose';
import { activityStore } from './store/activity-store.ts';
import { generatedMessageStore } from './store/generated-message-store.ts';
import { linkStateStore } from './store/link-state-store.ts';
import { linkedAccountStore } from './store/linked-account-store.ts';
import { outreachModels } from './store/models.ts';
import { notificationStore } from './store/notification-store.ts';
import { sentMessageStore } from './store/sent-message-store.ts';

/** Every repository of the service over one connection. */
export function openStores(documents: Connection, vault: Vault) {
  const models = outreachModels(documents);
  return {
    drafts: generatedMessageStore(models.message),
    accounts: linkedAccountStore(models.account, vault),
    states: linkStateStore(models.linkState),
    messages: sentMessageStore(models.sent),
    activity: activityStore(models),
    notifications: notificationStore(models.notification),
    /** For the relay of its outbox. */
    sentModel: models.sent,
  };
}
