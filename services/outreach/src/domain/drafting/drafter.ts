import type { MessageLength, MessageType, Tone } from '@earshot/proto/values';

/** What one message is written from and how it shall sound. The lead's texts are untrusted. */
export interface DraftRequest {
  readonly business: { readonly description: string };
  readonly lead: {
    readonly title: string;
    readonly content: string;
    readonly author: string;
    readonly subreddit: string;
    /** The community as people read it; empty where it is unknown. */
    readonly communityLabel: string;
    readonly matchReason: string;
  };
  readonly messageType: MessageType;
  readonly tone: Tone;
  /** `multiple_paragraphs` is 3 to 4 paragraphs, `single_paragraph` one, `sentences` 2 to 3 sentences (specification, section 9). */
  readonly length: MessageLength;
}

export interface DraftWish {
  /** Messages wanted, 1 to 3; several differ in what they begin with, not only in words. */
  readonly count: number;
  /** What the user has had lately: nothing that reads like one of these is written (see `similarity.ts`). */
  readonly recent: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Draft {
  readonly message: string;
  /** Who wrote it: a model, or this program. */
  readonly origin: 'model' | 'keyless';
}

/**
 * Writes messages that could be sent as they are: each names a detail of the post, states only facts of the business
 * description, has no placeholders and keeps the length asked for; a comment helps first and says who is writing. No two of
 * them, and none with a recent one, share more than 0.8 of their shingles. Rejects only when `signal` aborts.
 */
export interface Drafter {
  /** Exactly `count` drafts. */
  draft(request: DraftRequest, wish: DraftWish): Promise<Draft[]>;
}
