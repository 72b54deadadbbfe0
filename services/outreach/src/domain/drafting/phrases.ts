import type { PostKind } from './details.ts';
import type { Tone } from '@earshot/proto/values';

/** The frames of one tone. Each gives a whole sentence, or two, that is grammatical whatever is put in. */
export interface Phrases {
  readonly opening: readonly ((to: { author: string; post: string; community: string }) => string)[];
  readonly detail: readonly ((said: { verb: Verb; quote: string }) => string)[];
  /** Ties advice to the post's own words; `advice` is an imperative clause. */
  readonly tiedAdvice: (said: { verb: Verb; quote: string }, advice: string) => string;
  readonly advice: (advice: string) => string;
  readonly moreAdvice: (advice: string) => string;
  /** `from` is "I am with NAME" or what stands for it; `offer` a main clause. */
  readonly offer: (business: { name: string | null; offer: string }) => string;
  readonly disclosure: (business: { name: string | null; offer: string }) => string;
  readonly bridge: string;
  readonly closing: string;
  readonly publicClosing: string;
}

/** How the author said it. */
export type Verb = 'ask' | 'say';

const asked = ({ verb, quote }: { verb: Verb; quote: string }, say: string, ask: string): string =>
  `You ${verb === 'ask' ? ask : say} "${quote}"`;
const from = (name: string | null, am: string): string =>
  name === null ? 'I work in this field' : `I${am} with ${name}`;

export const PHRASES: Record<Tone, Phrases> = {
  professional: {
    opening: [
      ({ author, post, community }) => `Hello ${author}, I read your ${post}${community} with interest.`,
      ({ author, post, community }) => `Hello ${author}, I am writing about your ${post}${community}.`,
    ],
    detail: [
      (said) => `${asked(said, 'mention', 'ask')}, which seems to be the heart of the matter.`,
      ({ quote }) => `The point that stands out to me is "${quote}".`,
    ],
    tiedAdvice: (said, advice) => `${asked(said, 'mention', 'ask')}, and my suggestion would be to ${advice}.`,
    advice: (advice) => `My suggestion would be to ${advice}.`,
    moreAdvice: (advice) => `It may also help to ${advice}.`,
    offer: ({ name, offer }) => `${from(name, ' am')}, and ${offer}.`,
    disclosure: ({ name, offer }) => `In the interest of transparency, ${from(name, ' am')}, and ${offer}.`,
    bridge: 'You are the best judge of whether that suits what you describe.',
    closing: 'If it would be useful, I would be glad to answer your questions or send more information.',
    publicClosing: 'I am glad to answer questions here in the thread.',
  },
  casual: {
    opening: [
      ({ author, post, community }) => `Hey ${author}, just saw your ${post}${community}.`,
      ({ author, post, community }) => `Hey ${author}, I came across your ${post}${community}.`,
    ],
    detail: [
      ({ quote }) => `The part about "${quote}" stood out to me.`,
      (said) => `${asked(said, 'say', 'ask')}, and that's the bit I'd look at first.`,
    ],
    tiedAdvice: (said, advice) => `${asked(said, 'say', 'ask')}, so here's a thought: ${advice}.`,
    advice: (advice) => `One thing that might help: ${advice}.`,
    moreAdvice: (advice) => `Another idea: ${advice}.`,
    offer: ({ name, offer }) => `${from(name, "'m")}, and ${offer}.`,
    disclosure: ({ name, offer }) => `Full disclosure, ${from(name, "'m")}, and ${offer}.`,
    bridge: "Might be a fit, might not, you'd know best.",
    closing: "Happy to answer any questions, and no worries if it's not for you.",
    publicClosing: 'Happy to answer anything right here.',
  },
  direct: {
    opening: [
      ({ author, post, community }) => `Hi ${author}, this is about your ${post}${community}.`,
      ({ author, post, community }) => `Hi ${author}, I read your ${post}${community}.`,
    ],
    detail: [(said) => `${asked(said, 'write', 'ask')}.`, ({ quote }) => `The key line for me is "${quote}".`],
    tiedAdvice: (said, advice) => `${asked(said, 'write', 'ask')}, so ${advice}.`,
    advice: (advice) => `My advice: ${advice}.`,
    moreAdvice: (advice) => `Then ${advice}.`,
    offer: ({ name, offer }) => `${from(name, ' am')}, and ${offer}.`,
    disclosure: ({ name, offer }) => `Disclosure: ${from(name, ' am')}, and ${offer}.`,
    bridge: 'It may be what you need.',
    closing: 'Shall I send you the details?',
    publicClosing: 'Ask me about it here.',
  },
  consultative: {
    opening: [
      ({ author, post, community }) => `Hi ${author}, I have been thinking about your ${post}${community}.`,
      ({ author, post, community }) =>
        `Hi ${author}, I read your ${post}${community} and wondered what would help you most.`,
    ],
    detail: [
      ({ quote }) => `What stood out to me is "${quote}", because the right answer depends on it.`,
      (said) => `${asked(said, 'write', 'ask')}, and I would want to understand that part first.`,
    ],
    tiedAdvice: (said, advice) => `${asked(said, 'write', 'ask')}, and with that in mind it may help to ${advice}.`,
    advice: (advice) => `A first step could be to ${advice}.`,
    moreAdvice: (advice) => `You could also ${advice}.`,
    offer: ({ name, offer }) => `For context, ${from(name, ' am')}, and ${offer}.`,
    disclosure: ({ name, offer }) => `I should disclose that ${from(name, ' am')}, and ${offer}.`,
    bridge: 'Whether that fits depends on details that only you know.',
    closing: 'May I ask what you have tried so far, and what a good outcome would look like for you?',
    publicClosing: 'What have you tried so far?',
  },
};

/** Advice that holds in every trade: imperative clauses that also stand after "to" and "could". */
export const ADVICE: Record<PostKind, readonly string[]> = {
  choice: [
    'write down the two or three things you need every week, and try only the options that do those well',
    'run one real case through your two favourites before you pay for either',
    'ask each candidate about the one thing that would make you leave again, since the rest tends to look alike',
  ],
  search: [
    'write down what a good result looks like and by when, and ask everyone on your list the same questions',
    'ask for a recent example that resembles your own case, since that says more than a list of features',
    'begin with a small step that is easy to undo, and go on only if it helps',
  ],
  problem: [
    'note for a few days when it happens and what came just before, since the pattern often points to the cause',
    'change one thing at a time, so that you can tell what helped',
    'rule out the simplest cause first, before you spend money on the others',
  ],
  question: [
    'start from the outcome you want and work backwards, since that rules out most of the options',
    'work out what it costs you to leave things as they are, since that tells you how far to go',
    'take the smallest version that would already help, and see what is still missing after a week or two',
  ],
  talk: [
    'keep what already works, and change only the part that costs you the most time',
    'start from the outcome you want and work backwards, since that rules out most of the options',
    'take the smallest step that would already help, and see what is still missing after a week or two',
  ],
};
