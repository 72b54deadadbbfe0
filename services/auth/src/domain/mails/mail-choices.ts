import type { notificationMethods } from '@earshot/proto/values';

export type NotificationMethod = (typeof notificationMethods)[number];

/** How users want to hear of leads, as the lead service told last. */
export interface MailChoices {
  /** `inapp` until a set-up was saved. */
  methodOf(userId: string): Promise<NotificationMethod>;
  /** A revision that is not newer than the known one changes nothing. */
  note(userId: string, choice: { method: NotificationMethod; revision: number }): Promise<void>;
}
