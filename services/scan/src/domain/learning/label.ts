import type { LeadRating, LeadStatus } from '@earshot/proto/values';

/** One addend of a post's score as it stood when the user acted: no text. */
export interface LabelPart {
  readonly name: string;
  readonly category: string;
  readonly points: number;
}

/** One thing that a user did with a post. Revisions count the changes of the lead's status, and of its thumb, each from 1. */
export type Deed =
  | { readonly kind: 'status'; readonly status: LeadStatus; readonly revision: number }
  | { readonly kind: 'thumb'; readonly rating: LeadRating | null; readonly revision: number }
  | { readonly kind: 'rescue' };

/** A deed with the post it was done to, and what the post was scored for. */
export interface LabelFact {
  readonly userId: string;
  readonly source: string;
  readonly postId: string;
  readonly parts: readonly LabelPart[];
  readonly at: Date;
  readonly deed: Deed;
}

/** All that a user did with one post; a later deed of a kind replaces the earlier one. */
export interface Deeds {
  readonly status: { readonly is: LeadStatus; readonly at: Date } | null;
  readonly thumb: { readonly is: LeadRating | null; readonly at: Date } | null;
  readonly rescuedAt: Date | null;
}

export const labelKinds = ['up', 'down', 'rescued', 'contacted', 'responded', 'skipped'] as const;
export type LabelKind = (typeof labelKinds)[number];

/** What the user thinks of one post, and what the post was scored for. */
export interface Label {
  readonly postId: string;
  readonly kind: LabelKind;
  readonly at: Date;
  readonly parts: readonly LabelPart[];
}

/**
 * The one thing that deeds say: a thumb before a rescue before a status, since a thumb is about the post alone, a rescue is
 * asked for, and a status also follows what else there is to do. null: nothing is said, or it was taken back.
 */
export function saidBy({ status, thumb, rescuedAt }: Deeds): Pick<Label, 'kind' | 'at'> | null {
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
 * How much a label counts. A skip half: people skip for lack of time, or because somebody else was faster, where a thumb down
 * is about the post alone.
 */
export function weightOf({ kind }: Pick<Label, 'kind'>): number {
  return kind === 'skipped' ? 0.5 : 1;
}
