import { capital, type Phrases } from '../phrases.ts';

export const professional: Phrases = {
  greeting: (name) => `Hello ${name},`,
  openTitle: [
    (where, quote) => `I read your post${where}: ${quote}`,
    (where, quote) => `I am writing about your post${where}: ${quote}`,
    (where, quote) => `I came across your post${where}: ${quote}`,
  ],
  openText: [
    (where, quote) => `I read your post${where} and would like to respond to this sentence: ${quote}`,
    (where, quote) => `I am writing about your post${where}, in which you say: ${quote}`,
    (where, quote) => `I came across your post${where}, and this sentence in particular: ${quote}`,
  ],
  openPlain: [
    (where) => `I read your post${where} and would like to respond to it.`,
    (where) => `I am writing about your post${where}.`,
    (where) => `I came across your post${where}.`,
  ],
  reply: [
    (quote) => `I would like to respond to this part of your post: ${quote}`,
    (quote) => `You wrote: ${quote}`,
    (quote) => `This part of your post caught my attention: ${quote}`,
  ],
  advice: [(advice) => `I would ${advice}.`, (advice) => `My suggestion would be to ${advice}.`],
  more: [(advice) => `I would also ${advice}.`, (advice) => `It also helps to ${advice}.`],
  help: [
    'If it would be useful, I am glad to answer questions about this.',
    'I would be glad to share what I know about this, whether or not you need what we offer.',
    'If you would like a second opinion, I am glad to give one.',
  ],
  offer: [
    (me) => `${capital(me)}.`,
    (me) => `So that you know who is writing: ${me}.`,
    (me) => `To be open about my side: ${me}.`,
  ],
  disclosure: [
    (me) => `I should disclose that ${me}.`,
    (me) => `In the interest of transparency: ${me}.`,
    (me) => `Disclosure: ${me}.`,
  ],
  problem: [
    (quote) => `We work on problems such as ${quote}`,
    (quote) => `One of the problems that we work on is ${quote}`,
  ],
  doubt: [
    'Whether we offer what you need is more than I can tell from the post alone.',
    'I cannot tell from the post alone whether we offer what you need.',
  ],
  questions: {
    search: [
      'What matters most to you in the choice?',
      'Which requirement is the most important one for you?',
      'Which options have you already ruled out?',
    ],
    problem: [
      'May I ask what you have tried so far?',
      'Which part of this causes you the most trouble at the moment?',
      'What would a good outcome look like for you?',
    ],
    question: [
      'May I ask what you have found out so far?',
      'What would you like to have settled first?',
      'What would help you most at the moment?',
    ],
    talk: [
      'May I ask where you stand with this at the moment?',
      'What would be most useful to you at this point?',
      'May I ask how things stand now?',
    ],
  },
  invitation: [
    'Would you like to hear more about what we offer?',
    'May I tell you more about what we offer?',
    'Would you like to know whether we could help in your case?',
  ],
  closing: [
    'No reply is needed if this is of no use to you.',
    'If this does not fit, please disregard my message.',
    'Please feel free to ignore this if you have already found a solution.',
  ],
  publicClosing: [
    'I am glad to answer follow-up questions in this thread.',
    'Please ask here if anything is unclear.',
    'I hope that you find a good solution either way.',
  ],
};
