import type { BusinessProfile } from '@earshot/proto/http/lead';
import type { MessageLength, MessageType, Tone } from '@earshot/proto/values';

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
  /** The number of messages, 1 to 3. Several differ in their approach, not only in words. */
  readonly count: number;
  /** The user's recent drafts. New drafts must not be near-duplicates of them (see `similarity.ts`). */
  readonly recent: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Draft {
  readonly message: string;
  /** Whether a model or the built-in drafter wrote it. */
  readonly origin: 'model' | 'keyless';
}

/**
 * Writes messages that could be sent unchanged: each mentions a detail of the post, states only facts of the business
 * description, has no placeholders and keeps the requested length. A comment helps first and discloses the writer's
 * affiliation. Neither two drafts nor a draft and a recent one share more than 0.8 of their shingles. Rejects only when
 * `signal` aborts.
 */
export interface Drafter {
  /** Exactly `count` drafts. */
  draft(request: DraftRequest, batch: DraftBatch): Promise<Draft[]>;
}
