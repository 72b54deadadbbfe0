import type { PostKind } from './post.ts';

/** Alternatives of one kind of sentence, so that drafts differ. */
export type Choices<T> = readonly [T, ...T[]];
/** Makes a sentence of a text. */
type Frame = (text: string) => string;

/**
 * The sentences of one tone. A quotation has its quotation marks and end mark, and is always last, so that every sentence
 * is complete whatever it quotes. Clauses have no full stop.
 */
export interface Phrases {
  readonly greeting: (name: string) => string;
  /** `where` is " in r/name" or empty. */
  readonly openTitle: Choices<(where: string, quote: string) => string>;
  readonly openText: Choices<(where: string, quote: string) => string>;
  readonly openPlain: Choices<(where: string) => string>;
  /** The beginning of a comment. */
  readonly reply: Choices<Frame>;
  /** An imperative clause of advice. */
  readonly advice: Choices<Frame>;
  readonly more: Choices<Frame>;
  /** An offer of help that states nothing about the post, where there is no advice. */
  readonly help: Choices<string>;
  /** A main clause: "I am with NAME, and we offer ...". */
  readonly offer: Choices<Frame>;
  readonly disclosure: Choices<Frame>;
  /** A problem that the business solves, quoted from its profile. */
  readonly problem: Choices<Frame>;
  readonly doubt: Choices<string>;
  readonly questions: Readonly<Record<PostKind, Choices<string>>>;
  readonly invitation: Choices<string>;
  readonly closing: Choices<string>;
  readonly publicClosing: Choices<string>;
}

export const capital: Frame = (text) => text.charAt(0).toUpperCase() + text.slice(1);
