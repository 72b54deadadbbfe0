import type { Tone } from '@earshot/proto/values';

/** What a quotation is: the title of the post, a question, something that the author looks for, or a statement. */
export type QuoteForm = 'title' | 'asks' | 'wants' | 'says';

/**
 * What a tone changes: the greeting, the link from the post to the business, and the closing. A quotation is last in its
 * sentence and has its end mark.
 */
export interface TonePhrases {
  readonly greeting: (name: string) => string;
  /** The first sentence of a direct message. */
  readonly message: Readonly<Record<QuoteForm, (quote: string) => string>>;
  /** The first sentence of a comment. */
  readonly comment: Readonly<Record<QuoteForm, (quote: string) => string>>;
  /** The first sentence where the post has nothing to quote. */
  readonly plain: string;
  /** Introduces the writer in a comment. `me` is a main clause: "I am with NAME". */
  readonly disclosure: (me: string) => string;
  readonly closing: string;
}

const wants = (quote: string) => `You are looking for ${quote}`;

export const phrasesOf: Readonly<Record<Tone, TonePhrases>> = {
  professional: {
    greeting: (name) => `Hello ${name},`,
    message: {
      title: (quote) => `I am writing about your post ${quote}`,
      asks: (quote) => `I read your post, in which you ask ${quote}`,
      wants: (quote) => `I read that you are looking for ${quote}`,
      says: (quote) => `I am writing because you say ${quote}`,
    },
    comment: {
      title: (quote) => `I would like to respond to ${quote}`,
      asks: (quote) => `I would like to respond to your question ${quote}`,
      wants,
      says: (quote) => `I am replying because you say ${quote}`,
    },
    plain: 'I am writing about your post.',
    disclosure: (me) => `I should mention that ${me}.`,
    closing: 'I am glad to answer any questions.',
  },
  casual: {
    greeting: (name) => `Hey ${name},`,
    message: {
      title: (quote) => `I just saw your post ${quote}`,
      asks: (quote) => `I just saw your post, where you ask ${quote}`,
      wants: (quote) => `I just saw that you're looking for ${quote}`,
      says: (quote) => `I just saw your post, where you say ${quote}`,
    },
    comment: {
      title: (quote) => `Thought I'd chime in on ${quote}`,
      asks: (quote) => `Thought I'd chime in on your question ${quote}`,
      wants: (quote) => `You're looking for ${quote}`,
      says: (quote) => `Thought I'd chime in because you say ${quote}`,
    },
    plain: 'I just saw your post.',
    disclosure: (me) => `Full disclosure: ${me}.`,
    closing: 'Happy to answer questions.',
  },
  direct: {
    greeting: (name) => `Hi ${name},`,
    message: {
      title: (quote) => `I saw your post ${quote}`,
      asks: (quote) => `you ask ${quote}`,
      wants: (quote) => `you are looking for ${quote}`,
      says: (quote) => `you say ${quote}`,
    },
    comment: {
      title: (quote) => `You write ${quote}`,
      asks: (quote) => `You ask ${quote}`,
      wants,
      says: (quote) => `You say ${quote}`,
    },
    plain: 'I saw your post.',
    disclosure: (me) => `${me.charAt(0).toUpperCase()}${me.slice(1)}.`,
    closing: 'Ask me anything about it.',
  },
  consultative: {
    greeting: (name) => `Hi ${name},`,
    message: {
      title: (quote) => `I read your post ${quote}`,
      asks: (quote) => `I read your post, and you ask ${quote}`,
      wants: (quote) => `I read that you are looking for ${quote}`,
      says: (quote) => `I read your post, and you say ${quote}`,
    },
    comment: {
      title: (quote) => `I read your post ${quote}`,
      asks: (quote) => `I read your question ${quote}`,
      wants,
      says: (quote) => `You say ${quote}`,
    },
    plain: 'I read your post.',
    disclosure: (me) => `For context, ${me}.`,
    closing: 'I am happy to talk your case through with you.',
  },
};
