import type { BusinessProfile } from '@earshot/proto/http/lead';
import type { DraftVariant, MessageLength, MessageType, Tone } from '@earshot/proto/values';

/** The facts and settings from which a message is written. The lead's texts are untrusted. */
export interface DraftRequest {
  /** `profile` is absent if the user filled in none of its fields. */
  readonly business: { readonly description: string; readonly profile?: BusinessProfile };
  readonly lead: {
    readonly title: string;
    readonly content: string;
    readonly author: string;
    readonly subreddit: string;
    /** The community's name for users; empty when unknown. */
    readonly communityLabel: string;
    readonly matchReason: string;
  };
  readonly messageType: MessageType;
  readonly tone: Tone;
  /** `multiple_paragraphs` is 3 to 4 paragraphs, `single_paragraph` one, `sentences` 2 to 3 sentences (specification, section 9). */
  readonly length: MessageLength;
}

export interface DraftBatch {
  /** The approach of each message. */
  readonly variants: readonly DraftVariant[];
  /** The user's recent drafts. New drafts must not be near-duplicates of them (see `similarity.ts`). */
  readonly recent: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Draft {
  readonly variant: DraftVariant;
  readonly message: string;
  /** Whether a model or the built-in drafter wrote it. */
  readonly origin: 'model' | 'keyless';
}

/**
 * Writes messages that could be sent unchanged. Each passes the gate (`checks.ts`): it repeats a detail of the post, states
 * only what the owner wrote about the business, keeps the requested length and language, and has no placeholders. A comment
 * discloses the writer's affiliation. Two drafts, and a draft and a recent one, share at most 0.8 of their shingles as long
 * as there are enough wordings. Rejects only when `signal` aborts.
 */
export interface Drafter {
  /** One draft for each wanted approach, in the same order. */
  draft(request: DraftRequest, batch: DraftBatch): Promise<Draft[]>;
}
