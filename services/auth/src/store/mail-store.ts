import { duplicateKeyFields, insertFirst } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import type { JobId } from '@earshot/proto/refs';
import type { DigestCollector, DigestLead, MailKind, MailQueue, QueuedMail } from '../domain/mails/mail-queue.ts';
import { type DigestLeadDocument, type MailDocument, queues, type Waiting } from './mail-schema.ts';

/**
 * Milliseconds that a mail is remembered: twice the retention of the event bus, so that no repeated event creates a
 * second mail.
 */
const rememberMs = 14 * 24 * 3_600_000;

/** Mails in MongoDB. Every step is one atomic write of one document. */
export function mailStore(model: Model<MailDocument>): MailQueue & DigestCollector {
  return { ...queueOf(model), ...collectorOf(model) };
}

function queueOf(model: Model<MailDocument>): MailQueue {
  const claimFrom = async (waiting: Waiting, now: Date, until: Date) => {
    const update = { $set: { dueAt: until }, $inc: { attempts: 1 } };
    const options = { sort: { dueAt: 1 }, returnDocument: 'after' } as const;
    const found = await model
      .findOneAndUpdate({ waiting, dueAt: { $lte: now } }, update, options)
      .lean()
      .exec();
    return found && queuedOf(found);
  };
  return {
    add: async ({ key, kind, giveUpAt, ...whose }, now) => {
      const due = { waiting: 'account', dueAt: now, giveUpAt } as const;
      await insertFirst(model, { ...fresh(key, kind, now), ...whose, ...due });
    },
    addNotice: async ({ key, kind, ...notice }, now) => {
      await insertFirst(model, { ...fresh(key, kind, now), ...notice, waiting: 'notice', dueAt: now });
    },
    claim: async (now, until) => {
      // Nearly always nothing is due, and one read costs less than a try in each queue.
      if ((await model.exists({ waiting: { $in: queues }, dueAt: { $lte: now } })) === null) return null;
      for (const waiting of queues) {
        const claimed = await claimFrom(waiting, now, until);
        if (claimed !== null) return claimed;
      }
      return null;
    },
    belongsTo: async (key, userId) => {
      await model.updateOne({ _id: key }, { $set: { userId }, $unset: { emailKey: 1 } }).exec();
    },
    postpone: async (key, at) => {
      await model.updateOne({ _id: key, waiting: { $exists: true } }, { $set: { dueAt: at } }).exec();
    },
    settle: async (key, outcome) => {
      const stored = await model
        .findOneAndUpdate(
          { _id: key },
          { $set: { outcome, leads: [] }, $unset: { waiting: 1, dueAt: 1, giveUpAt: 1, to: 1, facts: 1 } },
          { returnDocument: 'after' },
        )
        .lean()
        .exec();
      // There is no account: delete the whole mail.
      if (stored?.userId === undefined) await model.deleteOne({ _id: key, userId: { $exists: false } }).exec();
    },
  };
}

function collectorOf(model: Model<MailDocument>): DigestCollector {
  const stored = { upsert: true, returnDocument: 'after' } as const;
  /** Makes the digest due at once if all counted leads have arrived; otherwise it becomes due at its latest time. */
  const checked = async (found: MailDocument | null, now: Date) => {
    if (found?.newLeads === undefined || found.leads.length < found.newLeads) return 'waiting';
    await model.updateOne({ _id: found._id, waiting: 'digest', attempts: 0 }, { $set: { dueAt: now } }).exec();
    return 'complete';
  };
  return {
    collect: async (jobId, userId, leads, now) => {
      const key = keyOf(jobId);
      const { _id, leads: _none, ...first } = fresh(key, 'digest', now);
      const update = { $setOnInsert: { ...first, userId }, $addToSet: { leads: { $each: leads.map(storedLead) } } };
      const filter = { _id: key, outcome: { $exists: false } };
      const change = () => model.findOneAndUpdate(filter, update, stored).lean().exec();
      return checked(await unlessClosed(change), now);
    },
    close: async (jobId, userId, { newLeads, latest, giveUpAt }, now) => {
      const key = keyOf(jobId);
      const { _id, ...first } = fresh(key, 'digest', now);
      const facts = { waiting: 'digest', dueAt: latest, giveUpAt, newLeads };
      const update = { $set: facts, $setOnInsert: { ...first, userId } };
      const filter = { _id: key, outcome: { $exists: false }, newLeads: { $exists: false } };
      const change = () => model.findOneAndUpdate(filter, update, stored).lean().exec();
      return checked(await unlessClosed(change), now);
    },
  };
}

/**
 * Returns null if the digest is already closed or sent. If two first writes collide, the second is repeated on the
 * first one's document.
 */
async function unlessClosed(change: () => Promise<MailDocument | null>): Promise<MailDocument | null> {
  for (const last of [false, true]) {
    try {
      return await change();
    } catch (error) {
      if (duplicateKeyFields(error) === null) throw error;
      if (last) return null;
    }
  }
  return null;
}

function fresh(key: string, kind: MailKind, now: Date) {
  const expireAt = new Date(now.getTime() + rememberMs);
  const leads: DigestLeadDocument[] = [];
  return { _id: key, kind, attempts: 0, leads, createdAt: now, expireAt };
}

function keyOf(jobId: JobId): string {
  return `digest:${jobId}`;
}

/** Fixes the order of fields: `$addToSet` compares whole documents, so that a repeated lead is added once. */
function storedLead({ leadId, source, community, score }: DigestLead): DigestLeadDocument {
  return { leadId, source, subreddit: community, score };
}

function queuedOf({ _id, kind, userId, emailKey, to, facts, attempts, giveUpAt, leads }: MailDocument): QueuedMail {
  return {
    key: _id,
    kind,
    userId: userId ?? null,
    emailKey: emailKey ?? null,
    to: to ?? null,
    facts: facts ?? null,
    attempts,
    giveUpAt: giveUpAt ?? new Date(0),
    leads: leads.map(({ leadId, source, subreddit: community, score }) => ({ leadId, source, community, score })),
  };
}
