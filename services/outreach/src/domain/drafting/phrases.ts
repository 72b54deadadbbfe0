import type { Tone } from '@earshot/proto/values';

/** Alternatives of one kind of sentence, so that drafts differ. */
export type Choices<T> = readonly T[];
type Frame = (text: string) => string;

/** The sentence frames of one tone. Each returns a grammatical sentence, or two, for any fitting clause. */
export interface Phrases {
  readonly greeting: (name: string) => string;
  /** `where` is " in r/name" or empty; `clause` is for example "you asked how to ..." or "your dog pulls". */
  readonly openAsk: Choices<(where: string, clause: string) => string>;
  readonly openQuote: Choices<(where: string, quote: string) => string>;
  /** `post` is `post "Title"`, or only `post`. */
  readonly openPost: Choices<(where: string, post: string) => string>;
  /** A clause in the second person: "your dog pulls". */
  readonly statement: Choices<Frame>;
  readonly quoted: Choices<Frame>;
  /** The reason for writing, then an imperative clause. */
  readonly since: Choices<(ask: string, advice: string) => string>;
  /** An imperative clause without full stop. */
  readonly advice: Choices<Frame>;
  readonly more: Choices<Frame>;
  /** "I am with NAME (...)" or another main clause. */
  readonly offer: Choices<Frame>;
  /** The same for the end of a message. */
  readonly offerLast: Choices<Frame>;
  readonly disclosure: Choices<Frame>;
  /** The offer closest to the post: a clause after "it", such as "covers leash pulling". */
  readonly fit: Choices<Frame>;
  readonly closing: Choices<string>;
  readonly publicClosing: Choices<string>;
}

const cap: Frame = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const professional: Phrases = {
  greeting: (name) => `Hello ${name},`,
  openAsk: [
    (where, clause) => `I saw${where} that ${clause}.`,
    (where, clause) => `I am writing because ${clause}${where && `, as I read${where}`}.`,
    (where, clause) => `I came across your post${where} and understand that ${clause}.`,
  ],
  openQuote: [
    (where, quote) => `you wrote${where}: "${quote}".`,
    (where, quote) => `I read your post${where}, and this line in particular: "${quote}".`,
  ],
  openPost: [
    (where, post) => `I read your ${post}${where}.`,
    (where, post) => `I am writing about your ${post}${where}.`,
    (where, post) => `I came across your ${post}${where}.`,
  ],
  statement: [
    (clause) => `You mention that ${clause}.`,
    (clause) => `As I understand it, ${clause}.`,
    (clause) => `One detail that matters here is that ${clause}.`,
  ],
  quoted: [
    (quote) => `You wrote: "${quote}".`,
    (quote) => `I am replying to this part in particular: "${quote}".`,
    (quote) => `The line I would start from is "${quote}".`,
  ],
  since: [
    (ask, advice) => `Since you ${ask}, I would ${advice}.`,
    (ask, advice) => `As you ${ask}, my suggestion would be to ${advice}.`,
    (ask, advice) => `You ${ask}; I would ${advice}.`,
  ],
  advice: [
    (advice) => `I would ${advice}.`,
    (advice) => `My suggestion would be to ${advice}.`,
    (advice) => `What usually helps is to ${advice}.`,
  ],
  more: [
    (advice) => `I would also ${advice}.`,
    (advice) => `It also helps to ${advice}.`,
    (advice) => `Beyond that, I would ${advice}.`,
  ],
  offer: [
    (me) => `${cap(me)}.`,
    (me) => `So that you know who is writing: ${me}.`,
    (me) => `To be open about my side, ${me}.`,
  ],
  offerLast: [
    (me) => `${cap(me)}, should that be of use to you.`,
    (me) => `So that you know who is writing: ${me}.`,
    (me) => `${cap(me)}, in case that is worth a look.`,
  ],
  disclosure: [
    (me) => `In the interest of transparency: ${me}.`,
    (me) => `I should disclose that ${me}.`,
    (me) => `Disclosure: ${me}, so please weigh my view accordingly.`,
  ],
  fit: [
    (fit) => `It ${fit}, which seems closest to what you describe.`,
    (fit) => `For a case like yours, what matters is that it ${fit}.`,
    (fit) => `Among other things it ${fit}.`,
  ],
  closing: [
    'If it would be useful, I am glad to answer questions; if not, I hope the suggestion helps anyway.',
    'Would it help if I told you more about how that would work in your case?',
    'I am happy to answer any questions, and no reply is needed if this does not fit.',
  ],
  publicClosing: [
    'I am glad to answer questions here in the thread.',
    'I hope that helps, whichever way you decide.',
    'If anything about it is unclear, please ask here.',
  ],
};

const casual: Phrases = {
  greeting: (name) => `Hey ${name},`,
  openAsk: [
    (where, clause) => `saw${where} that ${clause}.`,
    (where, clause) => `just read your post${where} and saw that ${clause}.`,
    (where, clause) => `noticed${where} that ${clause}.`,
  ],
  openQuote: [
    (where, quote) => `you wrote${where}: "${quote}".`,
    (where, quote) => `just read your post${where}, and this bit stayed with me: "${quote}".`,
  ],
  openPost: [
    (where, post) => `just read your ${post}${where}.`,
    (where, post) => `saw your ${post}${where}.`,
    (where, post) => `came across your ${post}${where}.`,
  ],
  statement: [
    (clause) => `You mention ${clause}.`,
    (clause) => `Sounds like ${clause}.`,
    (clause) => `So ${clause}, if I got that right.`,
  ],
  quoted: [
    (quote) => `You said "${quote}".`,
    (quote) => `About this bit: "${quote}".`,
    (quote) => `The part I'd look at is "${quote}".`,
  ],
  since: [
    (ask, advice) => `Since you ${ask}: I'd ${advice}.`,
    (ask, advice) => `You ${ask}, so here's one thought: ${advice}.`,
    (ask, advice) => `Seeing that you ${ask}, I'd ${advice}.`,
  ],
  advice: [
    (advice) => `I'd ${advice}.`,
    (advice) => `Personally I'd ${advice}.`,
    (advice) => `One thing that tends to help: ${advice}.`,
  ],
  more: [
    (advice) => `I'd also ${advice}.`,
    (advice) => `And another thing: ${advice}.`,
    (advice) => `On top of that I'd ${advice}.`,
  ],
  offer: [
    (me) => `${cap(me)}.`,
    (me) => `Just so you know where I'm coming from: ${me}.`,
    (me) => `Why I'm writing: ${me}.`,
  ],
  offerLast: [
    (me) => `${cap(me)}, in case that's useful.`,
    (me) => `Just so you know where I'm coming from: ${me}.`,
    (me) => `${cap(me)}, if you want a look.`,
  ],
  disclosure: [
    (me) => `Full disclosure: ${me}.`,
    (me) => `Full disclosure, ${me}, so I'm not exactly neutral.`,
    (me) => `I should say that ${me}, so take that into account.`,
  ],
  fit: [
    (fit) => `It ${fit}, which sounds closest to what you're after.`,
    (fit) => `It also ${fit}, so it might fit.`,
    (fit) => `The bit that might matter to you: it ${fit}.`,
  ],
  closing: [
    "Happy to answer anything, and no worries if it's not for you.",
    'Shout if you want to know more, and if not, hope it works out.',
    'Want me to tell you how that would look for you?',
  ],
  publicClosing: [
    'Happy to answer questions right here.',
    'Hope it works out either way.',
    "Ask away if something's unclear.",
  ],
};

const direct: Phrases = {
  greeting: (name) => `Hi ${name},`,
  openAsk: [
    (where, clause) => `${clause}${where && `, I read${where}`}.`,
    (where, clause) => `this is about your post${where}: ${clause}.`,
    (where, clause) => `I read${where} that ${clause}.`,
  ],
  openQuote: [
    (where, quote) => `you wrote${where}: "${quote}".`,
    (where, quote) => `this is about your post${where}: "${quote}".`,
  ],
  openPost: [
    (where, post) => `this is about your ${post}${where}.`,
    (where, post) => `I read your ${post}${where}.`,
    (where, post) => `a short note on your ${post}${where}.`,
  ],
  statement: [
    (clause) => `You write that ${clause}.`,
    (clause) => `The situation: ${clause}.`,
    (clause) => `What I take from it: ${clause}.`,
  ],
  quoted: [
    (quote) => `You write: "${quote}".`,
    (quote) => `This is the part that counts: "${quote}".`,
    (quote) => `To this point: "${quote}".`,
  ],
  since: [
    (ask, advice) => `You ${ask}. ${cap(advice)}.`,
    (ask, advice) => `You ${ask}. My answer: ${advice}.`,
    (ask, advice) => `Since you ${ask}: ${advice}.`,
  ],
  advice: [(advice) => `${cap(advice)}.`, (advice) => `My advice: ${advice}.`, (advice) => `I would ${advice}.`],
  more: [(advice) => `Then ${advice}.`, (advice) => `Also, ${advice}.`, (advice) => `Second: ${advice}.`],
  offer: [(me) => `${cap(me)}.`, (me) => `Who is writing: ${me}.`, (me) => `My side of it: ${me}.`],
  offerLast: [(me) => `${cap(me)}.`, (me) => `Who is writing: ${me}.`, (me) => `My side of it: ${me}.`],
  disclosure: [
    (me) => `Disclosure: ${me}.`,
    (me) => `Disclosure: ${me}, so I am not neutral.`,
    (me) => `I am not neutral: ${me}.`,
  ],
  fit: [(fit) => `It ${fit}.`, (fit) => `For your case: it ${fit}.`, (fit) => `What matters here: it ${fit}.`],
  closing: ['Shall I send you the details?', 'Interested? Then just reply.', 'If it does not fit, ignore this.'],
  publicClosing: ['Questions? Ask here.', 'I answer questions here.', 'Ask here if anything is unclear.'],
};

const consultative: Phrases = {
  greeting: (name) => `Hi ${name},`,
  openAsk: [
    (where, clause) => `I read${where} that ${clause}, and wondered what would help most.`,
    (where, clause) => `your post${where} made me think: ${clause}.`,
    (where, clause) => `I saw${where} that ${clause}.`,
  ],
  openQuote: [
    (where, quote) => `you wrote${where}: "${quote}", and I wondered what would help most.`,
    (where, quote) => `I have been thinking about this line of your post${where}: "${quote}".`,
  ],
  openPost: [
    (where, post) => `I have been thinking about your ${post}${where}.`,
    (where, post) => `your ${post}${where} made me think.`,
    (where, post) => `I read your ${post}${where} and wondered what would help most.`,
  ],
  statement: [
    (clause) => `If I understand it correctly, ${clause}.`,
    (clause) => `You mention that ${clause}, and I would start from there.`,
    (clause) => `What seems to matter most is that ${clause}.`,
  ],
  quoted: [
    (quote) => `You wrote "${quote}", and I would start from there.`,
    (quote) => `What I would like to understand better is "${quote}".`,
    (quote) => `Much depends on this part: "${quote}".`,
  ],
  since: [
    (ask, advice) => `Since you ${ask}, a good first step could be to ${advice}.`,
    (ask, advice) => `You ${ask}; before anything else I would ${advice}.`,
    (ask, advice) => `As you ${ask}, it may be worth taking the time to ${advice}.`,
  ],
  advice: [
    (advice) => `A good first step could be to ${advice}.`,
    (advice) => `Before anything else I would ${advice}.`,
    (advice) => `It may be worth taking the time to ${advice}.`,
  ],
  more: [
    (advice) => `You could also ${advice}.`,
    (advice) => `After that I would ${advice}.`,
    (advice) => `It may help as well to ${advice}.`,
  ],
  offer: [
    (me) => `For context, ${me}.`,
    (me) => `A word on where I stand: ${me}.`,
    (me) => `For what it is worth, ${me}.`,
  ],
  offerLast: [
    (me) => `For context, ${me}, and I am happy to think it through with you.`,
    (me) => `For context, ${me}, in case a second view would help.`,
    (me) => `For what it is worth, ${me}.`,
  ],
  disclosure: [
    (me) => `I should disclose that ${me}, so weigh my view accordingly.`,
    (me) => `For transparency: ${me}.`,
    (me) => `I should say that ${me}, which of course colours what I see.`,
  ],
  fit: [
    (fit) => `It ${fit}, which may be the part that matters for you.`,
    (fit) => `As it ${fit}, it may be worth comparing with your other options.`,
    (fit) => `Whether it suits you depends on your case, but it ${fit}.`,
  ],
  closing: [
    'May I ask what you have tried so far, and what a good outcome would look like for you?',
    'What would have to change for you to call it solved?',
    'Which part of it costs you the most at the moment?',
  ],
  publicClosing: [
    'What have you tried so far?',
    'What would a good outcome look like for you?',
    'Which part of it bothers you most?',
  ],
};

export const phrasesOf: Readonly<Record<Tone, Phrases>> = { professional, casual, direct, consultative };
