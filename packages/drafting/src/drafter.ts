import type { BusinessProfile, OwnTone } from '@earshot/proto/http/lead';
import type { DeclineCode, DraftVariant, MessageLength, MessageType, Tone } from '@earshot/proto/values';

/** Why there is no good draft for a post. `reason` is a sentence for the user. */
export interface Decline {
  readonly code: DeclineCode;
  readonly reason: string;
}

/** All that the owner wrote about the business. */
export interface BusinessFacts {
  readonly description: string;
  /** Absent if the user filled in none of its fields. */
  readonly profile?: BusinessProfile;
  /** Sentences for drafts: prices, places, what is included, proof. */
  readonly draftFacts?: readonly string[];
  /** How the owner ends messages; empty or absent: a sentence of the tone. */
  readonly closingLine?: string;
  /** Messages that the owner wrote as examples of own tones. */
  readonly examples?: readonly string[];
}

/** The facts and settings from which a message is written. The lead's texts are untrusted. */
export interface DraftRequest {
  readonly business: BusinessFacts;
  readonly lead: {
    readonly title: string;
    readonly content: string;
    readonly author: string;
    readonly community: string;
    /** The community's name for users; empty when unknown. */
    readonly communityLabel: string;
    readonly matchReason: string;
    /** The text that the post answers, if it is a comment and the source gives it. */
    readonly parent?: string;
  };
  /** The rules of the post's community, for a model. Untrusted, too. */
  readonly rules?: readonly string[];
  /** Messages that the owner sent before, for a model: examples of what the owner says. */
  readonly sent?: readonly string[];
  readonly messageType: MessageType;
  readonly tone: Tone;
  /** A tone that the owner defined, which counts instead of `tone`. */
  readonly ownTone?: OwnTone;
  /** `multiple_paragraphs` is 3 to 4 paragraphs, `single_paragraph` one, `sentences` 2 to 3 sentences (specification, section 9). */
  readonly length: MessageLength;
}

/** Characters of a post that are read: posts make their point early, and each wording is checked against these texts. */
const read = { title: 300, content: 4_000 } as const;

/** The request with the part of the post that is read. */
export function withPostRead(request: DraftRequest): DraftRequest {
  const { title, content } = request.lead;
  const lead = { ...request.lead, title: title.slice(0, read.title), content: content.slice(0, read.content) };
  return { ...request, lead };
}

export interface DraftBatch {
  /** The approach of each message. */
  readonly variants: readonly DraftVariant[];
  /** The user's recent drafts. New drafts must not be near-duplicates of them (see `similarity.ts`). */
  readonly recent: readonly string[];
  /** Drafts also where there is no good draft. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
}

export interface Draft {
  readonly variant: DraftVariant;
  readonly message: string;
  /** Whether a model or the built-in drafter wrote it. */
  readonly origin: 'model' | 'keyless';
}

/** One draft for each wanted approach, in the same order, or the reason why there is no good draft. */
export type Drafted =
  | { readonly drafts: readonly Draft[]; readonly declined?: never }
  | { readonly declined: Decline; readonly drafts?: never };

/**
 * Writes messages that could be sent unchanged, or none. Each passes the gate (`checks.ts`): it repeats a detail of the
 * post, states only what the owner wrote about the business, keeps the requested length and language, and has no
 * placeholders. A comment discloses the writer's affiliation. Among the wordings that there are, it takes one that is no
 * near-duplicate of another draft, or else the one that differs most. Rejects only when `signal` aborts.
 */
export interface Drafter {
  draft(request: DraftRequest, batch: DraftBatch): Promise<Drafted>;
}
