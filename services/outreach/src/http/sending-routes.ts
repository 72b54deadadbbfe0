import { appError } from '@earshot/core';
import { type RequestFacts, type Route, route } from '@earshot/service-kit';
import { outreachContract } from '@earshot/proto/http';
import { previewLength, previewOf } from '@earshot/proto/values';
import { authorLabel, sourceView } from '@earshot/sources';
import type { SentMessage as View } from '@earshot/proto/http/outreach';
import { type SendDependencies, sendMessage } from '../domain/send-message.ts';
import type { SentMessage } from '../domain/sent-message.ts';
import { settleByUser } from '../domain/settle-message.ts';

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
    route(outreachContract.listSentMessages, async ({ userId, query }) => {
      return (await deps.messages.newest(userId, query)).map(presentPreview);
    }),
    route(outreachContract.getSentMessage, async ({ userId, params }) => {
      const message = await deps.messages.find(userId, params.id);
      if (message === null) throw appError('message.not-found', { messageId: params.id });
      return present(message);
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
    redditAccountId: message.accountId,
    origin: message.origin,
    variant: message.variant,
    messageType: message.messageType,
    content: message.content,
    subject: message.subject,
    recipientUsername: message.recipientUsername,
    ...sourceView(message.leadSource),
    recipientLabel: authorLabel(message.leadSource, message.recipientUsername),
    postUrl: message.postUrl,
    redditMessageId: message.siteMessageId,
    status: message.status,
    errorMessage: message.errorMessage,
    code: message.code,
    replied: message.replied,
    isPreview: false,
    ...(message.repliedAt && { repliedAt: message.repliedAt.toISOString() }),
    sentAt: message.sentAt?.toISOString() ?? null,
    createdAt: message.createdAt.toISOString(),
  };
}

function presentPreview(message: SentMessage): View {
  const { content } = message;
  return { ...present(message), content: previewOf(content), isPreview: content.length > previewLength };
}
