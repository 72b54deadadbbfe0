import type { ListPage } from '@earshot/proto/http/list-page';
import { limits } from '@earshot/proto/limits';
import { duplicateKeyFields, insertFirst, inFreeSlot, outboxOf, outboxPush } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import { createHash } from 'node:crypto';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { Conflict, NewMessage, SentMessage, SentMessageRepository, Settlement } from '../domain/sent-message.ts';
import { skipOf } from './pages.ts';
import { awaitsFollowUp, type SentMessageDocument } from './sent-message-schema.ts';

const keySource = (userId: UserId, key: string) =>
  `key:${createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('base64url')}`;
const reportedSource = (leadId: LeadId, revision: number) => `lead:${leadId}:${revision}`;

/** The message history in MongoDB; a message's state and its event are one write. */
export function sentMessageStore(model: Model<SentMessageDocument>): SentMessageRepository {
  return {
    ...reading(model),
    begin: (wanted, now) => begin(model, wanted, now),
    settle: async (id, settlement, event) => {
      const { by: settledBy } = settlement;
      const sent = settlement.status === 'sent';
      const update = {
        $set: { ...outcomeFields(settlement), settledBy, [awaitsFollowUp]: true },
        // A person may resend a failed message at once.
        $unset: { sweepAt: 1, ...(!sent && { guard: 1, guardUntil: 1 }) },
        ...outboxPush([event]),
      };
      const filter = { _id: id, status: 'pending' } as const;
      const settled = await model.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean().exec();
      return settled && messageOf(settled);
    },
    defer: async (id, { sweepAt, ...why }) => {
      const when = sweepAt === null ? { $set: why, $unset: { sweepAt: 1 } } : { $set: { ...why, sweepAt } };
      await model.updateOne({ _id: id, status: 'pending' }, when).exec();
    },
    markFollowedUp: async (id, status) => {
      const { matchedCount } = await model.updateOne({ _id: id, status }, { $unset: { [awaitsFollowUp]: 1 } }).exec();
      return matchedCount === 1 || (await model.findOne({ _id: id }, { _id: 1 }).lean().exec()) !== null;
    },
    keepReported: async (message, { revision }) => {
      const source = reportedSource(message.leadId, revision);
      const document = { ...documentFieldsOf(message), source, asked: '', revision, ...outboxOf([]) };
      await insertFirst(model, document);
    },
    markReplied: async (userId, leadId, { repliedAt, revision }) => {
      // `$not` also selects messages without a revision.
      const filter = { userId, leadId, status: 'sent', repliedRevision: { $not: { $gte: revision } } } as const;
      const reply = { replied: repliedAt !== null, repliedRevision: revision };
      const update = repliedAt === null ? { $set: reply, $unset: { repliedAt: 1 } } : { $set: { ...reply, repliedAt } };
      await model.updateMany(filter, update).exec();
    },
    reported: async (userId, leadId, before) => {
      const found = await model
        .find({ userId, leadId, revision: { $lt: before } })
        .lean()
        .exec();
      return found.map(messageOf);
    },
    withdrawReported: async (userId, leadId, before) => {
      // Messages that Earshot sent have no revision.
      await model.deleteMany({ userId, leadId, revision: { $lt: before } }).exec();
    },
  };
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

function reading(model: Model<SentMessageDocument>) {
  return {
    lastSent: lastSentIn(model),
    newest: async (userId: UserId, page: ListPage) => {
      const found = await model.find({ userId }).sort(newestFirst).skip(skipOf(page)).limit(page.limit).lean().exec();
      return found.map(messageOf);
    },
    find: async (userId: UserId, id: string) => {
      const found = await model.findOne({ _id: id, userId }).lean().exec();
      return found && messageOf(found);
    },
    byKey: async (userId: UserId, key: string) => {
      const found = await model
        .findOne({ source: keySource(userId, key) })
        .lean()
        .exec();
      return found && { message: messageOf(found), content: found.asked };
    },
    due: async (now: Date, limit: number) => {
      const due = model.find({ sweepAt: { $lte: now } }).sort({ sweepAt: 1 });
      return (await due.limit(limit).lean().exec()).map(messageOf);
    },
    claimed: async (userId: UserId, names: readonly string[]) => {
      const filter = { userId, redditMessageId: { $in: [...names] } };
      const found = await model.find(filter, { redditMessageId: 1 }).lean().exec();
      return new Set(found.flatMap(({ redditMessageId }) => redditMessageId ?? []));
    },
    awaitingFollowUp: async (limit: number) =>
      (
        await model
          .find({ [awaitsFollowUp]: true })
          .limit(limit)
          .lean()
          .exec()
      ).map(messageOf),
    hasSent: async (
      { userId, leadId, messageType }: Pick<SentMessage, 'userId' | 'leadId' | 'messageType'>,
      content: string,
    ) => (await model.exists({ userId, leadId, messageType, status: 'sent', content }).exec()) !== null,
    hasSentThroughAccount: async (userId: UserId, leadId: LeadId, messageType: SentMessage['messageType']) => {
      const sent = { redditAccountId: { $ne: null }, status: { $in: ['sent', 'pending'] } } as const;
      return (
        (await model
          .findOne({ userId, leadId, messageType, ...sent }, { _id: 1 })
          .lean()
          .exec()) !== null
      );
    },
  };
}

/** Read for one text that differs from the others: people send the same text more than once. */
const repeats = 4;

function lastSentIn(model: Model<SentMessageDocument>): SentMessageRepository['lastSent'] {
  return async ({ userId, messageType }, { exceptLead, limit }) => {
    const filter = { userId, messageType, status: 'sent', content: { $ne: '' }, leadId: { $ne: exceptLead } } as const;
    const sent = model.find(filter, { content: 1 }).sort(newestFirst);
    const found = await sent
      .limit(limit * repeats)
      .lean()
      .exec();
    return [...new Set(found.map(({ content }) => content))].slice(0, limit);
  };
}

/** More attempts would only conflict if other messages begin and fail at the same moment. */
const attempts = 5;

async function begin(
  model: Model<SentMessageDocument>,
  prepared: NewMessage,
  now: Date,
): Promise<{ kept: true } | Conflict> {
  const { userId, leadId } = prepared.message;
  const ofLead = { scope: { userId, leadId }, most: limits.messages.most };
  const begun = await inFreeSlot(model, ofLead, (slot) => beginIn(slot, model, prepared, now));
  return begun ?? { kept: false, because: 'limit' };
}

async function beginIn(
  slot: number,
  model: Model<SentMessageDocument>,
  prepared: NewMessage,
  now: Date,
): Promise<{ kept: true } | Conflict> {
  const { message, key, content: requestDigest, guard, guardUntil, sweepAt } = prepared;
  const source = key === null ? `id:${message.id}` : keySource(message.userId, key);
  const document = {
    ...documentFieldsOf(message),
    source,
    asked: requestDigest,
    sweepAt,
    [awaitsFollowUp]: true,
    slot,
    ...outboxOf([]),
  };
  const guarded = { ...document, guard, guardUntil };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const refused = await insert(model, guarded);
    if (refused === null) return { kept: true };
    if (key !== null && (await model.findOne({ source }, { _id: 1 }).lean().exec()) !== null) {
      return { kept: false, because: 'key' };
    }
    const over = { guard, guardUntil: { $lte: now }, status: { $ne: 'pending' } } as const;
    const freed = await model.updateOne(over, { $unset: { guard: 1, guardUntil: 1 } }).exec();
    const isHeld = freed.matchedCount === 0 && (await model.findOne({ guard }, { _id: 1 }).lean().exec()) !== null;
    // A message with its own key is not a double click, so it is stored without a guard.
    if (isHeld && key !== null)
      return (await insert(model, document)) ? { kept: false, because: 'key' } : { kept: true };
    if (isHeld) break;
  }
  return { kept: false, because: 'guard' };
}

/** null when it was inserted, otherwise the unique fields that conflict. */
async function insert(model: Model<SentMessageDocument>, document: object): Promise<string[] | null> {
  try {
    await model.create(document);
    return null;
  } catch (error) {
    const fields = duplicateKeyFields(error);
    // A slot that was taken first is another conflict than an equal message.
    if (fields === null || fields.includes('slot')) throw error;
    return fields;
  }
}

/** The fields that a settlement sets. */
function outcomeFields(settlement: Settlement) {
  if (settlement.status === 'failed') {
    const { status, code, errorMessage } = settlement;
    return { status, code, errorMessage, sentAt: null };
  }
  const { status, siteMessageId: redditMessageId, at: sentAt } = settlement;
  return { status, redditMessageId, errorMessage: null, code: null, sentAt };
}

function documentFieldsOf({ id, origin: _origin, postId, accountId, siteMessageId, ...fields }: SentMessage) {
  return { ...fields, _id: id, thing: postId, redditAccountId: accountId, redditMessageId: siteMessageId };
}

function messageOf(document: SentMessageDocument): SentMessage {
  return {
    id: document._id,
    userId: document.userId,
    leadId: document.leadId,
    accountId: document.redditAccountId,
    origin: document.redditAccountId === null ? 'by-hand' : 'account',
    variant: document.variant ?? null,
    replied: document.replied ?? false,
    ...(document.repliedAt && { repliedAt: document.repliedAt }),
    messageType: document.messageType,
    content: document.content,
    subject: document.subject,
    recipientUsername: document.recipientUsername,
    postUrl: document.postUrl,
    siteMessageId: document.redditMessageId,
    status: document.status,
    errorMessage: document.errorMessage,
    code: document.code,
    sentAt: document.sentAt,
    createdAt: document.createdAt,
    postId: document.thing,
    leadSource: document.leadSource,
    leadUrl: document.leadUrl,
    leadTitle: document.leadTitle,
    settledBy: document.settledBy,
  };
}
