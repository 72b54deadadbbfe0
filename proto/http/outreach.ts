import { z } from 'zod';
import {
  contactOrigins,
  draftVariants,
  messageLengths,
  messageStates,
  messageTypes,
  tones,
  sampledSource,
} from '../values.ts';
import { choice, endpointOf, idParams, noContent, returnPath, timestamp } from './contract.ts';
import { redditAccount } from './linked-account.ts';
import { declinedDraft, generatedMessage, recipientView } from './generated-message.ts';
import { listPage, preview } from './list-page.ts';
import { notification } from './notification.ts';

const endpoint = endpointOf('outreach');

export type { DeclinedDraft, GeneratedMessage, MessageVariant, RulesCheck } from './generated-message.ts';
export {
  declinedDraft,
  generatedMessage,
  messageVariant,
  recipientView,
  rulesCheck,
  toneView,
} from './generated-message.ts';
export type { AccountHold, RedditAccount } from './linked-account.ts';
export { redditAccount } from './linked-account.ts';
export type { Notification } from './notification.ts';
export { notification } from './notification.ts';

/** One entry of the activity feed: a message that was sent to somebody, or that the user recorded with a lead's status. */
export const activityItem = z.object({
  id: z.string(),
  userId: z.string(),
  activityType: z.enum(messageTypes),
  recipient: z.string(),
  ...recipientView,
  content: z.string(),
  redditPostUrl: z.string(),
  redditPostTitle: z.string(),
  status: z.enum(messageStates),
  origin: z.enum(contactOrigins),
  ...preview,
  createdAt: timestamp,
});
export type ActivityItem = z.infer<typeof activityItem>;

/**
 * A message of the user: sent through a linked account, or reported by the user with a lead's status (`redditAccountId`
 * is then null). `pending`: being sent, or its delivery is unknown, which `errorMessage` then explains. `code` is the
 * community site's code for a failure, or one of ours if the site sent none. `replied`: the recipient answered after it.
 */
export const sentMessage = z.object({
  id: z.string(),
  userId: z.string(),
  leadId: z.string(),
  leadTitle: z.string(),
  redditAccountId: z.string().nullable(),
  origin: z.enum(contactOrigins),
  variant: z.enum(draftVariants).nullable(),
  messageType: z.enum(messageTypes),
  content: z.string(),
  subject: z.string().nullable(),
  recipientUsername: z.string(),
  ...recipientView,
  postUrl: z.string().nullable(),
  redditMessageId: z.string().nullable(),
  status: z.enum(messageStates),
  errorMessage: z.string().nullable(),
  code: z.string().nullable(),
  replied: z.boolean(),
  ...preview,
  /** When the answer was noted; absent without one. */
  repliedAt: timestamp.optional(),
  sentAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type SentMessage = z.infer<typeof sentMessage>;

const text = (name: string, max: number) =>
  z
    .string({ error: `${name} is required` })
    .trim()
    .min(1, `${name} is required`)
    .max(max, `${name} has at most ${max.toLocaleString('en')} characters`);

const variant = choice('variant', draftVariants).optional();

/** The maximum lengths are those of the community site. `variant` is the approach of the draft that is sent. */
export const directMessage = z.object({
  accountId: text('accountId', 200),
  recipientUsername: text('recipientUsername', 50)
    // Removes the site's prefix for a person, because people copy it with the name.
    .transform((name) => name.replace(/^\/?[a-z]\//i, ''))
    .pipe(z.string().regex(/^[\w-]{1,50}$/, 'recipientUsername is not the name of an account')),
  subject: text('subject', 100).default('Following up on your post'),
  message: text('message', 10_000),
  leadId: text('leadId', 200),
  variant,
});
export const comment = z.object({
  accountId: text('accountId', 200),
  postUrl: text('postUrl', 2_000),
  comment: text('comment', 10_000),
  leadId: text('leadId', 200),
  variant,
});

const idempotencyKey = {
  'Idempotency-Key': 'At most 200 characters; the same key again answers with the same message and sends nothing',
} as const;

/** Error answers of a sending call. A send can also end with a message whose `status` is `failed`. */
const sendErrors = [
  'account.not-found',
  'account.inactive',
  'source.no-sending',
  'source.unknown',
  'lead.not-found',
  'lead.removed',
  'lead.no-author',
  'message.key-reused',
  'message.already-sent',
  'message.limit',
  'rate.limited',
] as const;

/** Drafts, sent messages, linked accounts and notifications of the signed-in user. */
export const outreachContract = {
  generateMessage: endpoint({
    summary:
      'Drafts a message for a lead in three variants that differ in their approach, or tells why there is no good draft',
    method: 'POST',
    path: '/api/leads/:id/generate-message',
    params: idParams,
    body: z.object({
      messageType: choice('messageType', messageTypes),
      tone: choice('tone', tones).default('professional'),
      /** Absent: the length that the user configured for the type. */
      length: choice('length', messageLengths).optional(),
      /** The name of one of the user's own tones, which then counts instead of `tone`. */
      ownTone: z.string({ error: 'ownTone must be a text' }).max(100, 'ownTone has at most 100 characters').optional(),
      /** Drafts also where there is no good draft. */
      force: z.boolean({ error: 'force must be true or false' }).default(false),
    }),
    response: z.union([generatedMessage, declinedDraft]),
    errors: ['lead.not-found', 'lead.removed', 'lead.no-author', 'draft.no-business', 'draft.no-tone', 'draft.limit'],
  }),
  listGeneratedMessages: endpoint({
    summary: 'One page of the drafts of the user, the newest first',
    method: 'GET',
    path: '/api/generated-messages',
    query: listPage,
    response: z.array(generatedMessage),
  }),
  listDirectMessages: endpoint({
    summary: 'The newest direct messages of the activity feed, at most 100, as previews',
    method: 'GET',
    path: '/api/activity/dms',
    response: z.array(activityItem),
  }),
  listComments: endpoint({
    summary: 'The newest comments of the activity feed, at most 100, as previews',
    method: 'GET',
    path: '/api/activity/comments',
    response: z.array(activityItem),
  }),
  getActivity: endpoint({
    summary: 'One entry of the activity feed with its whole text',
    method: 'GET',
    path: '/api/activity/:id',
    params: idParams,
    response: activityItem,
    errors: ['activity.not-found'],
  }),
  listNotifications: endpoint({
    summary: 'The newest notifications of the user, at most 100',
    method: 'GET',
    path: '/api/notifications',
    response: z.array(notification),
  }),
  readNotifications: endpoint({
    summary: 'Marks notifications as read, all of them without ids; ids that name nothing are passed over',
    method: 'POST',
    path: '/api/notifications/read',
    body: z.object({
      ids: z.array(z.string(), 'ids must be a list of ids').max(1_000, 'ids has at most 1,000 ids').optional(),
    }),
    response: z.array(notification),
  }),
  linkAccount: endpoint({
    summary: 'Sends the browser to the community site to link an account',
    method: 'GET',
    path: '/api/reddit/link',
    statuses: [302],
    query: z.object({ return: returnPath, source: z.enum([sampledSource, 'sample']).optional() }),
    response: noContent,
    errors: ['source.no-sending'],
  }),
  finishLink: endpoint({
    summary:
      'Where the community site sends the browser back to; ends on the page that asked, or on /dashboard/settings, with ?linked=NAME or ?linkError=CODE',
    method: 'GET',
    path: '/api/reddit/callback',
    statuses: [302],
    query: z.looseObject({}),
    response: noContent,
  }),
  listAccounts: endpoint({
    summary: 'The linked accounts of the user',
    method: 'GET',
    path: '/api/reddit/accounts',
    response: z.array(redditAccount),
  }),
  checkAccount: endpoint({
    summary: 'Asks the community site whether a linked account is suspended, and stores the answer',
    method: 'POST',
    path: '/api/reddit/accounts/:id/check',
    params: idParams,
    response: redditAccount,
    errors: ['account.not-found', 'source.unknown', 'source.no-sending', 'source.unavailable'],
  }),
  unlinkAccount: endpoint({
    summary: 'Deletes a linked account, and revokes its tokens at the community site',
    method: 'DELETE',
    path: '/api/reddit/accounts/:id',
    statuses: [204],
    params: idParams,
    response: noContent,
    errors: ['account.not-found'],
  }),
  sendDirectMessage: endpoint({
    summary: 'Sends one direct message through a linked account; the answer states whether it arrived',
    method: 'POST',
    path: '/api/reddit/send-dm',
    headers: idempotencyKey,
    body: directMessage,
    response: sentMessage,
    errors: [...sendErrors],
  }),
  sendComment: endpoint({
    summary: 'Posts one comment through a linked account; the answer states whether it arrived',
    method: 'POST',
    path: '/api/reddit/send-comment',
    headers: idempotencyKey,
    body: comment,
    response: sentMessage,
    errors: [...sendErrors],
  }),
  listSentMessages: endpoint({
    summary:
      'One page of the messages sent through linked accounts or recorded with a status, the newest first, as previews',
    method: 'GET',
    path: '/api/reddit/messages',
    query: listPage,
    response: z.array(sentMessage),
  }),
  getSentMessage: endpoint({
    summary: 'One message with its whole text',
    method: 'GET',
    path: '/api/reddit/messages/:id',
    params: idParams,
    response: sentMessage,
    errors: ['message.not-found'],
  }),
  settleMessage: endpoint({
    summary: 'Records the outcome that the user reports for an unconfirmed message',
    method: 'POST',
    path: '/api/reddit/messages/:id/settle',
    params: idParams,
    body: z.object({ status: choice('status', ['sent', 'failed']) }),
    response: sentMessage,
    errors: ['message.not-found', 'message.settled'],
  }),
};
