import type { RequestFacts, Route } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { route } from '@earshot/service-kit';
import { outreachContract } from '@earshot/proto/http';
import { authorLabel, sourceView } from '@earshot/sources';
import type { SentMessage as View } from '@earshot/proto/http/outreach';
import type { SendDependencies } from '../domain/send-message.ts';
import { sendMessage } from '../domain/send-message.ts';
import type { SentMessage } from '../domain/sent-message.ts';
import { settleByUser } from '../domain/settle-message.ts';

/** The list is not paged; older messages are stored but not shown. */
const shownMessages = 1000;
const longestKey = 200;

/**
 * Sends messages and lists them with their outcomes. A send continues when its caller disconnects, because the message
 * may already have arrived.
 */
export function sendingRoutes(deps: SendDependencies): Route[] {
  return [
    route(outreachContract.sendDirectMessage, async ({ userId, body, request }) => {
      const { accountId, leadId, recipientUsername: recipient, subject, message: text, variant = null } = body;
      const facts = { userId, accountId, leadId, text, variant, key: keyOf(request) };
      return present(await sendMessage({ ...facts, messageType: 'dm', recipient, subject }, deps));
    }),
    route(outreachContract.sendComment, async ({ userId, body, request }) => {
      const { accountId, leadId, postUrl, comment: text, variant = null } = body;
      const facts = { userId, accountId, leadId, text, variant, key: keyOf(request), origin: request.origin };
      return present(await sendMessage({ ...facts, messageType: 'comment', postUrl }, deps));
    }),
    route(outreachContract.listSentMessages, async ({ userId }) => {
      return (await deps.messages.newest(userId, shownMessages)).map(present);
    }),
    route(outreachContract.settleMessage, async ({ userId, params, body }) => {
      return present(await settleByUser({ userId, id: params.id, status: body.status }, deps));
    }),
  ];
}

function keyOf(request: RequestFacts): string | null {
  const key = request.header('idempotency-key')?.trim() ?? '';
  if (key.length <= longestKey) return key === '' ? null : key;
  const message = `Idempotency-Key has at most ${longestKey} characters`;
  throw appError('request.invalid', { message, fields: { 'Idempotency-Key': message } });
}

function present(message: SentMessage): View {
  return {
    id: message.id,
    userId: message.userId,
    leadId: message.leadId,
    leadTitle: message.leadTitle,
    redditAccountId: message.redditAccountId,
    origin: message.origin,
    variant: message.variant,
    messageType: message.messageType,
    content: message.content,
    subject: message.subject,
    recipientUsername: message.recipientUsername,
    ...sourceView(message.leadSource),
    recipientLabel: authorLabel(message.leadSource, message.recipientUsername),
    postUrl: message.postUrl,
    redditMessageId: message.redditMessageId,
    status: message.status,
    errorMessage: message.errorMessage,
    code: message.code,
    replied: message.replied,
    sentAt: message.sentAt?.toISOString() ?? null,
    createdAt: message.createdAt.toISOString(),
  };
}
