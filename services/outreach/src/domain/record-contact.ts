import type { ContactDetails } from '@earshot/proto/http/lead';
import type { DraftVariant, MessageType } from '@earshot/proto/values';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { ActivityRepository } from './activity.ts';
import type { GeneratedMessageRepository } from './generated-message.ts';
import { restoreDraft, retireDrafts, type SavedDraftRepository } from './saved-draft.ts';
import type { SentMessageRepository } from './sent-message.ts';

/** The user set a lead's status to contacted, with a kind of message. */
export interface Contact {
  readonly userId: UserId;
  readonly leadId: LeadId;
  readonly source: string;
  readonly messageType: MessageType;
  /** The approach of the draft; null if it is unknown. */
  readonly variant: DraftVariant | null;
  /** The lead's revision, which counts its status changes. */
  readonly revision: number;
  readonly at: Date;
}

export interface ContactDependencies {
  readonly activity: ActivityRepository;
  readonly messages: SentMessageRepository;
  readonly savedDrafts: SavedDraftRepository;
  readonly drafts: GeneratedMessageRepository;
  /**
   * Reads the text, which events do not carry (docs/decisions/0011-contact-text-stays-in-the-lead.md); null when it no
   * longer exists.
   */
  readonly details: (userId: UserId, leadId: LeadId, revision: number) => Promise<ContactDetails | null>;
  readonly newId: () => string;
}

/**
 * Creates a feed item and an entry in the message history for a contact that the user recorded. Creates none when
 * Earshot itself sent a message to the lead, or when the lead has returned to `new` since.
 */
export async function recordContact(contact: Contact, deps: ContactDependencies): Promise<void> {
  const { userId, leadId, source: leadSource, messageType, variant, revision, at } = contact;
  const { activity, messages } = deps;
  if ((await activity.withdrawnAt(userId, leadId)) > revision) return;
  if (await messages.hasSentThroughAccount(userId, leadId, messageType)) return;
  const details = await deps.details(userId, leadId, revision);
  if (details === null) return;
  const { content, recipient, redditPostUrl: postUrl, redditPostTitle: postTitle } = details;
  const facts = { userId, leadId, leadSource, content, status: 'sent', origin: 'by-hand' } as const;
  await messages.keepReported(
    {
      ...facts,
      id: deps.newId(),
      accountId: null,
      variant,
      replied: false,
      messageType,
      subject: null,
      recipientUsername: recipient,
      postUrl: postUrl === '' ? null : postUrl,
      siteMessageId: null,
      errorMessage: null,
      code: null,
      sentAt: at,
      createdAt: at,
      postId: null,
      leadUrl: postUrl,
      leadTitle: postTitle,
      settledBy: 'user',
    },
    { revision },
  );
  const item = { ...facts, id: deps.newId(), activityType: messageType, createdAt: at };
  await activity.keepReported({ ...item, recipient, postUrl, postTitle }, { revision });
  await retireDrafts({ userId, leadId, messageType, text: content, sentAt: at }, deps);
  // The lead may have returned to `new` while this was being written.
  const withdrawn = await activity.withdrawnAt(userId, leadId);
  if (withdrawn > revision) await withdrawReported({ userId, leadId, revision: withdrawn }, deps);
}

type WithdrawalDependencies = Pick<ContactDependencies, 'activity' | 'messages' | 'savedDrafts' | 'drafts'>;

/** The lead returned to `new`: removes the records of earlier status changes, whose texts become drafts again. */
export async function withdrawContact(
  step: { userId: UserId; leadId: LeadId; revision: number },
  deps: WithdrawalDependencies,
): Promise<void> {
  await deps.activity.noteWithdrawal(step.userId, step.leadId, step.revision);
  await withdrawReported(step, deps);
}

async function withdrawReported(
  { userId, leadId, revision }: { userId: UserId; leadId: LeadId; revision: number },
  deps: WithdrawalDependencies,
): Promise<void> {
  const { activity, messages } = deps;
  await activity.withdrawReported(userId, leadId, revision);
  // Before they are removed: a repeated event finds them again after a crash.
  const withdrawn = await messages.reported(userId, leadId, revision);
  for (const { sentAt, ...message } of withdrawn) {
    if (sentAt !== null) await restoreDraft({ ...message, sentAt }, deps);
  }
  await messages.withdrawReported(userId, leadId, revision);
}
