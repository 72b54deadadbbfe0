import type { LeadRating, LeadStatus } from '@earshot/proto/values';
import type { UserId } from '@earshot/proto/refs';
import type { Vector } from '../meaning.ts';

/**
 * One action of a user on a post. Revisions count the changes of the lead's status and of its thumb separately, each
 * from 1.
 */
export type UserAction =
  | { readonly kind: 'status'; readonly status: LeadStatus; readonly revision: number }
  | { readonly kind: 'thumb'; readonly rating: LeadRating | null; readonly revision: number }
  | { readonly kind: 'rescue' };

/** An action with its post. `vector` is what the post means; null if its text or the encoder is not available. */
export interface LabelFact {
  readonly userId: UserId;
  readonly source: string;
  readonly postId: string;
  readonly vector: Vector | null;
  readonly at: Date;
  readonly action: UserAction;
}

/** The actions of a user on one post: the latest one of each kind. */
export interface UserActions {
  readonly status: { readonly is: LeadStatus; readonly at: Date } | null;
  readonly thumb: { readonly is: LeadRating | null; readonly at: Date } | null;
  readonly rescuedAt: Date | null;
}

export const labelKinds = ['up', 'down', 'rescued', 'contacted', 'responded', 'skipped'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** The user's opinion of one post. Nothing is learned from a label without a vector. */
export interface Label {
  readonly postId: string;
  readonly kind: LabelKind;
  readonly at: Date;
  readonly vector: Vector | null;
}

/**
 * Combines the actions on a post into one opinion. A thumb takes precedence over keeping a post as a lead, and that over a status.
 * A thumb is about the post alone, keeping it as a lead is an explicit request, and a status also depends on the user's other work.
 * Null if there is no action or all were undone.
 */
export function labelFrom({ status, thumb, rescuedAt }: UserActions): Pick<Label, 'kind' | 'at'> | null {
  if (thumb !== null && thumb.is !== null) return { kind: thumb.is, at: thumb.at };
  if (rescuedAt !== null) return { kind: 'rescued', at: rescuedAt };
  if (status !== null && status.is !== 'new') return { kind: status.is, at: status.at };
  return null;
}

/** Whether the user wants more posts like this. */
export function isWanted({ kind }: Pick<Label, 'kind'>): boolean {
  return kind !== 'down' && kind !== 'skipped';
}

/**
 * The weight of a label. A skip counts half: users also skip because they lack time or somebody else was faster, while
 * a thumb down is about the post alone.
 */
export function weightOf({ kind }: Pick<Label, 'kind'>): number {
  return kind === 'skipped' ? 0.5 : 1;
}
