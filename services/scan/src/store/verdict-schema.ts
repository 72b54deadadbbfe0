import { addOutbox, type ForgetPost, type OutboxFields } from '@earshot/service-kit';
import { relevances } from '@earshot/proto/values';
import { type Connection, type Model, Schema } from 'mongoose';
import { type DropReason, UNSCORED_REASONS, type UnscoredReason } from '@earshot/scoring';
import type { JobId, PostRef, UserId } from '@earshot/proto/refs';
import {
  type Cap,
  caps,
  type Evidence,
  type Outcome,
  outcomes,
  type PostVerdict,
  verdictTallies,
  type VerdictTally,
} from '../domain/verdict.ts';
import { postKey } from '../domain/community.ts';

/** A verdict as stored. */
export interface VerdictDocument extends OutboxFields {
  /** User, business version and post: the unique key, so that each post has one verdict. */
  _id: string;
  userId: UserId;
  businessVersion: string;
  source: string;
  postId: string;
  subreddit: string;
  communityKey: string;
  postCreatedAt: Date;
  contentHash: string;
  jobId: JobId;
  task: number;
  outcome: Outcome;
  /** The task's count that the post belongs to. Unlike the outcome it never changes within a job. */
  tally: VerdictTally;
  score: number | null;
  unscoredReason?: UnscoredReason;
  provisional?: true;
  /** Present while a provisional score waits for the model. */
  rescoreAt?: Date;
  evidence?: Evidence;
  dropReason?: DropReason;
  /** The code of the language for which the post was dropped. It follows from the reason. */
  language?: string;
  matchReason?: string;
  cap?: Cap;
  rescuedAt?: Date;
  /** Present while the post may still become a lead: at the end of its scan if it is found, else in a later scan. */
  waits?: true;
  expiresAt: Date;
}

const text = { type: String, required: true };
const words = { type: String, default: '' };

const partSchema = new Schema(
  { name: text, category: text, points: Number, quote: { type: String, default: null }, note: words },
  { _id: false },
);

const evidenceSchema = new Schema<Evidence>(
  {
    title: words,
    content: words,
    author: words,
    url: words,
    relevance: { ...text, enum: relevances },
    matchReason: words,
    scorerVersion: words,
    parts: [partSchema],
    score: Number,
  },
  { _id: false },
);

const verdictSchema = new Schema<VerdictDocument>(
  {
    _id: text,
    userId: text,
    businessVersion: text,
    source: text,
    postId: text,
    subreddit: text,
    communityKey: text,
    postCreatedAt: { type: Date, required: true },
    contentHash: text,
    jobId: text,
    task: { type: Number, required: true },
    outcome: { ...text, enum: outcomes },
    tally: { ...text, enum: verdictTallies },
    score: { type: Number, default: null },
    unscoredReason: { type: String, enum: UNSCORED_REASONS },
    provisional: Boolean,
    rescoreAt: Date,
    evidence: { type: evidenceSchema },
    dropReason: String,
    language: String,
    matchReason: String,
    cap: { type: String, enum: caps },
    rescuedAt: Date,
    waits: Boolean,
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
// Counts are read while outcomes change. Counting one range of an index counts no post twice if entries only enter the
// range or never leave it. A $group over an index could count an entry twice if it moves between ranges.
verdictSchema.index({ jobId: 1, task: 1, tally: 1 });
// For the count and the list of an outcome: best score first, then newest first.
verdictSchema.index({ jobId: 1, outcome: 1, score: -1, postCreatedAt: -1, _id: -1 });
// For the best posts under the threshold of all scans of a business.
verdictSchema.index(
  { userId: 1, businessVersion: 1, score: -1, postCreatedAt: -1, _id: -1, communityKey: 1, jobId: 1 },
  { partialFilterExpression: { outcome: 'below' } },
);
verdictSchema.index({ userId: 1, businessVersion: 1, score: -1 }, { partialFilterExpression: { waits: true } });
// For the count of posts in each language.
verdictSchema.index({ jobId: 1, language: 1 }, { partialFilterExpression: { language: { $exists: true } } });
verdictSchema.index({ rescoreAt: 1 }, { sparse: true });
verdictSchema.index({ userId: 1, rescoreAt: 1 }, { partialFilterExpression: { provisional: true } });
// For the known posts of a scan, by community and job. It also finds all verdicts of a user when the account is
// deleted.
verdictSchema.index({ userId: 1, businessVersion: 1, postCreatedAt: -1, _id: -1, communityKey: 1, jobId: 1 });
// For the verdicts of all users about a post that was edited or removed.
verdictSchema.index({ postId: 1 });
verdictSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
addOutbox(verdictSchema);

export type VerdictModel = Model<VerdictDocument>;

export function verdictModel(connection: Connection): VerdictModel {
  return connection.model<VerdictDocument>('ScanVerdict', verdictSchema, 'scan_verdicts');
}

/** The key of a verdict's document. */
export function keyOf(userId: UserId, businessVersion: string, post: PostRef): string {
  return `${userId}/${businessVersion}/${postKey(post)}`;
}

/** The key of the document of this verdict. */
export function keyOfVerdict(verdict: Pick<PostVerdict, 'userId' | 'businessVersion' | 'source' | 'postId'>): string {
  return keyOf(verdict.userId, verdict.businessVersion, { source: verdict.source, id: verdict.postId });
}

/**
 * Removes the words of a post from the verdicts of all users. Their scores stay, and no scan takes the post any more. A
 * found post is resolved as one that does not become a lead; if it has become one in the meantime, the lead service forgets
 * its words.
 */
export async function forgetVerdicts(
  model: VerdictModel,
  { source, postId }: { readonly source: string; readonly postId: string },
): Promise<void> {
  const words = { $unset: { evidence: 1 as const, waits: 1 as const, rescoreAt: 1 as const } };
  await model.updateMany({ postId, source, outcome: 'found' }, { ...words, $set: { outcome: 'duplicate' } });
  await model.updateMany({ postId, source }, words);
}

/** The hook of the verdicts. */
export const forgetInVerdicts: ForgetPost = (removed, { documents }) =>
  forgetVerdicts(verdictModel(documents), removed);
