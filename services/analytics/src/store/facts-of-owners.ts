import type { UserId } from '@earshot/proto/refs';
import { tenthsOf } from '../domain/stats.ts';
import type { DraftVariant, LeadStatus } from '@earshot/proto/values';
import type { LeadFactDocument } from './models.ts';

export type * from './models.ts';
export { analyticsModels } from './models.ts';

/** A lead's fact computed from its owner's data. Its events lead to the same fact in any order. */
export function leadFactOf(lead: {
  id: string;
  userId: UserId;
  score: number;
  status: LeadStatus;
  revision: number;
  source: string;
  subreddit: string;
  variant?: DraftVariant | undefined;
  variantRevision?: number | undefined;
  createdAt: Date;
}): LeadFactDocument {
  const { id, userId, score, status, revision, source, subreddit, variant, variantRevision, createdAt } = lead;
  const contact = variant === undefined || variantRevision === undefined ? {} : { variant, variantRevision };
  const fields = { userId, createdAt, tenths: tenthsOf(score), status, revision, source, subreddit };
  return { _id: id, ...fields, ...contact };
}
