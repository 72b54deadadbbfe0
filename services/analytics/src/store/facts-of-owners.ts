import { tenthsOf } from '../domain/stats.ts';
import type { LeadStatus } from '@earshot/proto/values';
import type { LeadFactDocument } from './models.ts';

export { sourceOfOldData } from '@earshot/sources';
export type * from './models.ts';
export { analyticsModels } from './models.ts';

/** A lead's fact computed from its owner's data. Its events lead to the same fact in any order. */
export function leadFactOf(lead: {
  id: string;
  userId: string;
  score: number;
  status: LeadStatus;
  revision: number;
  source: string;
  createdAt: Date;
}): LeadFactDocument {
  const { id, userId, score, status, revision, source, createdAt } = lead;
  return { _id: id, userId, createdAt, tenths: tenthsOf(score), status, revision, source };
}
