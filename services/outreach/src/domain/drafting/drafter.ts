export type MessageType = 'dm' | 'comment';
export type Tone = 'professional' | 'casual' | 'direct' | 'consultative';
/** `multiple_paragraphs` is 3 to 4 paragraphs, `single_paragraph` one, `sentences` 2 to 3 sentences (specification, section 9). */
export type MessageLength = 'multiple_paragraphs' | 'single_paragraph' | 'sentences';

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
