import type { OutboxFields, Upgrade } from '@earshot/service-kit';
import { addOutbox } from '@earshot/service-kit';
import type { AiAnalysis } from '@earshot/proto/http/lead';
import type { LeadRating, LeadStatus, MessageType, Relevance } from '@earshot/proto/values';
import { leadRatings, leadStatuses, messageTypes, relevances } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import { Schema } from 'mongoose';

/** The message with which the user contacted the author, by the revision of that status change. */
export interface ContactDocument {
  revision: number;
  messageType: MessageType;
  content: string;
  recipient: string;
  redditPostUrl: string;
  redditPostTitle: string;
}

/** A lead as stored. */
export interface LeadDocument extends OutboxFields {
  _id: string;
  userId: string;
  jobId: string;
  /** Absent until data of an older version, which had a single source, is upgraded. */
  source?: string;
  sample?: boolean;
  redditPostId: string;
  subreddit: string;
  /** In lower case, because the community filter ignores case. */
  subredditKey: string;
  title: string;
  content: string;
  author: string;
  score: number;
  relevance: Relevance;
  matchReason: string;
  url: string;
  aiAnalysis: Omit<AiAnalysis, 'provisional'> & { provisional?: boolean };
  status: LeadStatus;
  rating?: LeadRating;
  /** Counts the rating changes, including removals. */
  ratings?: number;
  /** Counts the status changes; absent in leads of older versions that never changed status. */
  revision?: number;
  /** The messages that the user recorded with changes to contacted, latest last. */
  contacts?: ContactDocument[];
  /** Ids of sent messages about the lead, latest last. They make the messages' events safe to repeat. */
  sentMessages?: string[];
  createdAt: Date;
  postCreatedAt: Date;
}

const scorePartSchema = new Schema(
  {
    name: { type: String, required: true },
    category: { type: String, required: true },
    points: { type: Number, required: true },
    quote: { type: String, default: null },
    note: { type: String },
  },
  { _id: false, id: false },
);

const analysisSchema = new Schema(
  {
    scorerVersion: { type: String, required: true },
    provisional: { type: Boolean, default: undefined },
    parts: [scorePartSchema],
  },
  { _id: false, id: false },
);

const text = { type: String, default: '' };

const contactSchema = new Schema<ContactDocument>(
  {
    revision: { type: Number, required: true },
    messageType: { type: String, enum: messageTypes, required: true },
    content: text,
    recipient: text,
    redditPostUrl: text,
    redditPostTitle: text,
  },
  { _id: false, id: false },
);

export const leadSchema = new Schema<LeadDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    jobId: { type: String, required: true },
    source: { type: String },
    sample: { type: Boolean },
    redditPostId: { type: String, required: true },
    subreddit: { type: String, required: true },
    subredditKey: { type: String, required: true },
    title: text,
    content: text,
    author: text,
    score: { type: Number, required: true },
    relevance: { type: String, enum: relevances, default: 'medium' },
    matchReason: text,
    url: text,
    aiAnalysis: { type: analysisSchema, required: true },
    status: { type: String, enum: leadStatuses, default: 'new' },
    rating: { type: String, enum: leadRatings, default: undefined },
    ratings: { type: Number, default: undefined },
    revision: { type: Number, default: 0 },
    contacts: { type: [contactSchema], default: undefined },
    sentMessages: { type: [String], default: undefined },
    createdAt: { type: Date, required: true },
    postCreatedAt: { type: Date, required: true },
  },
  { versionKey: false, id: false },
);

/** One lead per user and post, even when events are delivered twice. */
leadSchema.index({ userId: 1, redditPostId: 1, source: 1 }, { unique: true });

/**
 * Indexes of the list. Each equality filter has one index per sort order, which also contains the fields of all other
 * filters. Any combination is therefore decided on index entries: a page reads only the documents it shows, and a count
 * reads none (docs/decisions/0020-lead-lists-from-indexes.md).
 */
function listIndexes(): Record<string, 1 | -1>[] {
  const filterFields = ['subredditKey', 'status', 'relevance'] as const;
  const sortFields = ['createdAt', 'score'] as const;
  return sortFields.flatMap((sortField) =>
    [null, ...filterFields].map((first) => {
      const others = [...filterFields, ...sortFields].filter((field) => field !== first && field !== sortField);
      const filtered = first === null ? ['userId'] : ['userId', first];
      return {
        ...ascending(filtered),
        [sortField]: -1 as const,
        _id: -1 as const,
        ...ascending(others),
      };
    }),
  );
}
function ascending(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries(fields.map((field) => [field, 1 as const]));
}

// No index starts with the source, because a user's leads come from few sources.
for (const fields of listIndexes()) leadSchema.index({ ...fields, source: 1 });

addOutbox(leadSchema);

/** Upgrades leads of versions that had a single source. */
export const leadUpgrades: readonly Upgrade[] = [
  { collection: 'leads', fill: { source: sourceOfOldData }, replaces: { userId: 1, redditPostId: 1 } },
  ...listIndexes().map((replaces) => ({ collection: 'leads', fill: {}, replaces })),
];
