import { addOutbox, documentSchema, type OutboxFields, partSchema } from '@earshot/service-kit';
import type { AiAnalysis } from '@earshot/proto/http/lead';
import {
  type DraftVariant,
  draftVariants,
  type LeadRating,
  leadRatings,
  type LeadStatus,
  leadStatuses,
  type MessageType,
  messageTypes,
  type PostRemover,
  postRemovers,
  type Relevance,
  relevances,
} from '@earshot/proto/values';
import type { JobId, UserId } from '@earshot/proto/refs';
import type { Lead, Place } from '../domain/lead.ts';
import { leadTerms, openRank } from '../domain/list-keys.ts';

/** The message with which the user contacted the author, by the revision of that status change. */
export interface ContactDocument {
  revision: number;
  messageType: MessageType;
  content: string;
  recipient: string;
  redditPostUrl: string;
  redditPostTitle: string;
}

/** A place of a lead as stored. */
export interface PlaceDocument extends Omit<Place, 'postId' | 'community'> {
  readonly redditPostId: string;
  readonly subreddit: string;
}

/** A lead as stored. */
export interface LeadDocument extends OutboxFields {
  _id: string;
  userId: UserId;
  jobId: JobId;
  source: string;
  redditPostId: string;
  subreddit: string;
  /** In lower case, because the community filter ignores case. */
  subredditKey: string;
  /** The value of the order `open`. It follows from status and score, and each write that changes them changes it too. */
  openRank: number;
  /** The terms by which a search finds the lead. They follow from the title, the text and the author. */
  terms: string[];
  title: string;
  content: string;
  author: string;
  score: number;
  relevance: Relevance;
  matchReason: string;
  url: string;
  /** Absent if the author posted the text nowhere else. */
  alsoIn?: PlaceDocument[];
  aiAnalysis: Omit<AiAnalysis, 'provisional'> & { provisional?: boolean };
  businessVersion?: string;
  /** The lowest score of a lead when the score was made. */
  threshold?: number;
  /** Absent if the score contains nothing learned. */
  learnedVersion?: string;
  withdrawn?: { reason: string; at: Date };
  removed?: { by: PostRemover; at: Date };
  editedAt?: Date;
  isKept?: true;
  status: LeadStatus;
  rating?: LeadRating;
  /** Counts the rating changes, including removals. */
  ratings?: number;
  /** Counts the status changes. */
  revision?: number;
  /** The approach of the draft with which the lead was last contacted, and the revision of that contact. */
  variant?: DraftVariant;
  variantRevision?: number;
  /** The messages that the user recorded with changes to contacted, latest last. */
  contacts?: ContactDocument[];
  /** Ids of sent messages about the lead, latest last. They make the messages' events safe to repeat. */
  sentMessages?: string[];
  createdAt: Date;
  postCreatedAt: Date;
}

const scorePartSchema = partSchema({
  name: { type: String, required: true },
  category: { type: String, required: true },
  points: { type: Number, required: true },
  quote: { type: String, default: null },
  note: { type: String },
});

const analysisSchema = partSchema({
  scorerVersion: { type: String, required: true },
  provisional: { type: Boolean, default: undefined },
  parts: [scorePartSchema],
});

const text = { type: String, default: '' };

const contactSchema = partSchema<ContactDocument>({
  revision: { type: Number, required: true },
  messageType: { type: String, enum: messageTypes, required: true },
  content: text,
  recipient: text,
  redditPostUrl: text,
  redditPostTitle: text,
});

const placeSchema = partSchema<PlaceDocument>({
  source: { type: String, required: true },
  redditPostId: { type: String, required: true },
  subreddit: { type: String, required: true },
  url: text,
  postCreatedAt: { type: Date, required: true },
});

const withdrawalSchema = partSchema({ reason: { type: String, required: true }, at: { type: Date, required: true } });

const removalSchema = partSchema({
  by: { type: String, enum: postRemovers, required: true },
  at: { type: Date, required: true },
});

export const leadSchema = documentSchema<LeadDocument>({
  _id: { type: String, required: true },
  userId: { type: String, required: true },
  jobId: { type: String, required: true },
  source: { type: String, required: true },
  redditPostId: { type: String, required: true },
  subreddit: { type: String, required: true },
  subredditKey: { type: String, required: true },
  openRank: { type: Number, required: true },
  terms: { type: [String], required: true },
  title: text,
  content: text,
  author: text,
  score: { type: Number, required: true },
  relevance: { type: String, enum: relevances, default: 'medium' },
  matchReason: text,
  url: text,
  alsoIn: { type: [placeSchema], default: undefined },
  aiAnalysis: { type: analysisSchema, required: true },
  businessVersion: String,
  threshold: Number,
  learnedVersion: String,
  withdrawn: { type: withdrawalSchema, default: undefined },
  removed: { type: removalSchema, default: undefined },
  editedAt: Date,
  isKept: { type: Boolean, default: undefined },
  status: { type: String, enum: leadStatuses, default: 'new' },
  rating: { type: String, enum: leadRatings, default: undefined },
  ratings: { type: Number, default: undefined },
  revision: { type: Number, default: 0 },
  variant: { type: String, enum: draftVariants },
  variantRevision: Number,
  contacts: { type: [contactSchema], default: undefined },
  sentMessages: { type: [String], default: undefined },
  createdAt: { type: Date, required: true },
  postCreatedAt: { type: Date, required: true },
});

/** One lead per user and post, even when events are delivered twice. */
leadSchema.index({ userId: 1, redditPostId: 1, source: 1 }, { unique: true });

/** The leads of all users that were made of a post, and those that show it as a further place. */
leadSchema.index({ redditPostId: 1 });
leadSchema.index({ 'alsoIn.redditPostId': 1 }, { sparse: true });

/** Copies of a lead are by its author. */
leadSchema.index({ userId: 1, author: 1, createdAt: 1 });

/** The leads that a judgement withdrew. */
leadSchema.index({ userId: 1, 'withdrawn.at': -1, _id: -1, status: 1 });

/** Reads a user's leads in turn when the business has changed. */
leadSchema.index({ userId: 1, _id: 1 });

const filterFields = ['subredditKey', 'status', 'relevance'] as const;

/**
 * Indexes of the list. Each equality filter has one index per sort order, which also contains the fields of all other
 * filters. Any combination is therefore decided on index entries: a page reads only the documents it shows, and a count
 * reads none (docs/decisions/0020-lead-lists-from-indexes.md).
 */
function listIndexes(
  sortFields: readonly ('createdAt' | 'score' | 'openRank')[],
  equalities: readonly (typeof filterFields)[number][] = filterFields,
): Record<string, 1 | -1>[] {
  return sortFields.flatMap((sortField) =>
    [null, ...equalities].map((first) => {
      const others = [...filterFields, 'createdAt', 'score'].filter((field) => field !== first && field !== sortField);
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
for (const fields of listIndexes(['createdAt', 'score'])) leadSchema.index({ ...fields, source: 1 });
// Among leads of one status, the order `open` is that of the score.
const openIndexes = listIndexes(['openRank'], ['subredditKey', 'relevance']);
for (const fields of openIndexes) leadSchema.index({ ...fields, source: 1 });

/** A search for one word reads a page in the order `open` from the index. Further words and filters read documents. */
leadSchema.index({ terms: 1, userId: 1, openRank: -1, _id: -1 });

/** The fields by which lists filter and sort, and which follow from other fields. */
export function listKeysOf(
  lead: Pick<Lead, 'community' | 'status' | 'score' | 'title' | 'content' | 'source' | 'author'>,
) {
  return { subredditKey: lead.community.toLowerCase(), openRank: openRank(lead), terms: leadTerms(lead) };
}

addOutbox(leadSchema);
