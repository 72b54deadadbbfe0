import type { OutboxFields, Upgrade } from '@earshot/service-kit';
import { addOutbox } from '@earshot/service-kit';
import type { AiAnalysis } from '@earshot/proto/http/lead';
import type { LeadRating, LeadStatus, MessageType, Relevance } from '@earshot/proto/values';
import { leadRatings, leadStatuses, messageTypes, relevances } from '@earshot/proto/values';
import { sourceOfOldData } from '@earshot/sources';
import { Schema } from 'mongoose';

/** The message with which a lead was contacted, by the revision that it made. */
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
  /** Absent until the upgrade of data that an older version saved, which knew one source. */
  source?: string;
  sample?: boolean;
  redditPostId: string;
  subreddit: string;
  /** In lower case: the filter by community ignores case. */
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
  /** Counts the thumbs given and taken back. */
  ratings?: number;
  /** Counts the changes of the status; absent where there was none in an older version. */
  revision?: number;
  /** What the user told with a change to contacted, latest last. */
  contacts?: ContactDocument[];
  /** Messages that were sent about it, latest last: what makes their events safe to repeat. */
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

/** One lead for a post of a user, whatever is delivered twice. */
leadSchema.index({ userId: 1, redditPostId: 1, source: 1 }, { unique: true });

/**
 * The list: each filter that is an equality leads one index for each sort, and every other filter's field follows, so
 * that whatever is combined is decided on index entries: a page reads only the documents it shows, a count none.
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

// The source leads no index: a user's leads come from few sources.
for (const fields of listIndexes()) leadSchema.index({ ...fields, source: 1 });

addOutbox(leadSchema);

/** Leads of versions that knew one source. */
export const leadUpgrades: readonly Upgrade[] = [
  { collection: 'leads', fill: { source: sourceOfOldData }, replaces: { userId: 1, redditPostId: 1 } },
  ...listIndexes().map((replaces) => ({ collection: 'leads', fill: {}, replaces })),
];
