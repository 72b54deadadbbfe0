import { documentSchema, partSchema } from '@earshot/service-kit';
import type { UserId } from '@earshot/proto/refs';
import {
  type ChangeOrigin,
  type DigestLead,
  type MailKind,
  mailKinds,
  type MailOutcome,
} from '../domain/mails/mail-queue.ts';

/** The queues, in the order in which they are sent. */
export const queues = ['account', 'notice', 'digest'] as const;
export type Waiting = (typeof queues)[number];

/** A lead in a digest. The field `subreddit` has the name of its community. */
export interface DigestLeadDocument extends Omit<DigestLead, 'community'> {
  readonly subreddit: string;
}

/** A waiting or finished mail. */
export interface MailDocument {
  /** The mail's key. */
  _id: string;
  kind: MailKind;
  userId?: UserId;
  /** Set until the recipient's account is looked up. */
  emailKey?: string;
  /** The queue of an unsent mail. */
  waiting?: Waiting;
  /** The recipient of an unsent mail, if it is not the account's address. */
  to?: string;
  facts?: ChangeOrigin;
  dueAt?: Date;
  giveUpAt?: Date;
  attempts: number;
  leads: DigestLeadDocument[];
  /** Number of leads that the ended scan counted. */
  newLeads?: number;
  outcome?: MailOutcome;
  createdAt: Date;
  /** Until then, a repeated event creates no second mail. */
  expireAt: Date;
}

const leadSchema = partSchema<DigestLeadDocument>({
  leadId: { type: String, required: true },
  source: { type: String, required: true },
  subreddit: { type: String, default: '' },
  score: { type: Number, required: true },
});

export const mailSchema = documentSchema<MailDocument>({
  _id: { type: String, required: true },
  kind: { type: String, enum: mailKinds, required: true },
  userId: String,
  emailKey: String,
  waiting: { type: String, enum: queues },
  to: String,
  facts: { _id: false, type: { at: Date, network: String } },
  dueAt: Date,
  giveUpAt: Date,
  attempts: { type: Number, default: 0 },
  leads: [leadSchema],
  newLeads: Number,
  outcome: { type: String, enum: ['sent', 'failed', 'dropped'] },
  createdAt: { type: Date, required: true },
  expireAt: { type: Date, required: true },
});
mailSchema.index({ waiting: 1, dueAt: 1 }, { sparse: true });
mailSchema.index({ userId: 1 });
mailSchema.index({ emailKey: 1 }, { sparse: true });
mailSchema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });
