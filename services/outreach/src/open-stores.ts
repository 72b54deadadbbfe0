import type { Platform, Vault } from '@earshot/service-kit';
import { activityStore } from './store/activity-store.ts';
import { countedDrafts, countedMessages } from './store/counted-messages.ts';
import { generatedMessageStore } from './store/generated-message-store.ts';
import { linkStateStore } from './store/link-state-store.ts';
import { linkedAccountStore } from './store/linked-account-store.ts';
import { outreachModels } from './store/models.ts';
import { notificationStore } from './store/notification-store.ts';
import { reminderStore } from './store/reminder-store.ts';
import { savedDraftStore } from './store/saved-draft-store.ts';
import { sentMessageStore } from './store/sent-message-store.ts';

/** All repositories of the service, on one connection. */
export function openStores({ documents, meters }: Pick<Platform, 'documents' | 'meters'>, vault: Vault) {
  const models = outreachModels(documents);
  return {
    drafts: countedDrafts(generatedMessageStore(models.message), meters),
    savedDrafts: savedDraftStore(models.savedDraft),
    reminders: reminderStore(models.reminder),
    accounts: linkedAccountStore(models.account, vault),
    states: linkStateStore(models.linkState),
    messages: countedMessages(sentMessageStore(models.sent), meters),
    activity: activityStore(models),
    notifications: notificationStore(models.notification),
    /** For the relay of its outbox. */
    sentModel: models.sent,
  };
}
