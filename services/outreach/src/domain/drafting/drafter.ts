import type { MessageLength, MessageType, Tone } from '@earshot/proto/values';

/** What one message is written from and how it shall sound. The lead's texts are untrusted. */
export interface DraftRequest {
  readonly business: { readonly description: string };
  readonly lead: {
    readonly title: string;
    readonly content: string;
    readonly author: string;
    readonly subreddit: string;
    readonly matchReason: string;
  };
  readonly messageType: MessageType;
  readonly tone: Tone;
  /** `multiple_paragraphs` is 3 to 4 paragraphs, `single_paragraph` one, `sentences` 2 to 3 sentences (specification, section 9). */
  readonly length: MessageLength;
}

/**
 * Writes one message that could be sent as it is: it names a detail of the post, states only facts of the business
 * description, has no placeholders and keeps the length asked for; a comment helps first and says who is writing.
 * Rejects only when `signal` aborts or, for a model, with `LlmError`.
 */
export interface Drafter {
  draft(request: DraftRequest, signal?: AbortSignal): Promise<{ message: string }>;
}
