import type { notificationMethods } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';

export type NotificationMethod = (typeof notificationMethods)[number];

/** The users' notification settings, as last received from the lead service. */
export interface MailChoices {
  /** `inapp` until the settings are saved. */
  methodOf(userId: UserId): Promise<NotificationMethod>;
  /** Ignores a revision that is not newer than the stored one. */
  note(userId: UserId, choice: { method: NotificationMethod; revision: number }): Promise<void>;
}
