import type { ContactDetails } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';
import type { ActivityRepository } from './activity.ts';
import type { SentMessageRepository } from './sent-message.ts';

/** The user says with a lead's status that it was contacted, and how. */
export interface Contact {
  readonly userId: string;
  readonly leadId: string;
  readonly source: string;
  readonly messageType: MessageType;
  /** Counts the changes of the lead. */
  readonly revision: number;
  readonly at: Date;
}

export interface ContactDependencies {
  readonly activity: ActivityRepository;
  readonly messages: SentMessageRepository;
  /** The words, which events do not carry; null: nobody has them any more. */
  readonly details: (userId: string, leadId: string, revision: number) => Promise<ContactDetails | null>;
  readonly newId: () => string;
}

/**
 * One item of the feed and one entry of the message history for a contact that the user told of; none when a message
 * was really sent to the lead, or the lead went back to `new` since.
 */
export async function recordContact(contact: Contact, deps: ContactDependencies): Promise<void> {
  const { userId, leadId, source: leadSource, messageType, revision, at } = contact;
  const { activity, messages } = deps;
  if ((await activity.withdrawnAt(userId, leadId)) > revision) return;
  if (await messages.reallySent(userId, leadId, messageType)) return;
  const details = await deps.details(userId, leadId, revision);
  if (details === null) return;
  const { content, recipient, redditPostUrl, redditPostTitle } = details;
  const facts = { userId, leadId, leadSource, content, status: 'sent' } as const;
  await messages.keepTold(
    {
      ...facts,
      id: deps.newId(),
      redditAccountId: null,
      messageType,
      subject: null,
      recipientUsername: recipient,
      postUrl: redditPostUrl === '' ? null : redditPostUrl,
      redditMessageId: null,
      errorMessage: null,
      code: null,
      sentAt: at,
      createdAt: at,
      thing: null,
      leadUrl: redditPostUrl,
      leadTitle: redditPostTitle,
      settledBy: 'user',
    },
    { revision },
  );
  const item = { ...facts, id: deps.newId(), activityType: messageType, createdAt: at };
  await activity.keepTold({ ...item, recipient, redditPostUrl, redditPostTitle }, { revision });
  // The step back may have been told while this one was written down.
  const withdrawn = await activity.withdrawnAt(userId, leadId);
  if (withdrawn > revision) await withdrawTold({ userId, leadId, revision: withdrawn }, deps);
}

/** The lead went back to `new`: what earlier changes of its status made is taken back. */
export async function withdrawContact(
  step: { userId: string; leadId: string; revision: number },
  deps: Pick<ContactDependencies, 'activity' | 'messages'>,
): Promise<void> {
  await deps.activity.noteWithdrawal(step.userId, step.leadId, step.revision);
  await withdrawTold(step, deps);
}

async function withdrawTold(
  { userId, leadId, revision }: { userId: string; leadId: string; revision: number },
  { activity, messages }: Pick<ContactDependencies, 'activity' | 'messages'>,
): Promise<void> {
  await activity.withdrawTold(userId, leadId, revision);
  await messages.withdrawTold(userId, leadId, revision);
}
