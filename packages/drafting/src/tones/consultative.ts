import type { Phrases } from '../phrases.ts';

export const consultative: Phrases = {
  greeting: (name) => `Hi ${name},`,
  openTitle: [
    (where, quote) => `I have been thinking about your post${where}: ${quote}`,
    (where, quote) => `your post${where} made me think: ${quote}`,
    (where, quote) => `I read your post${where} and wondered what would help most: ${quote}`,
  ],
  openText: [
    (where, quote) => `I have been thinking about this sentence in your post${where}: ${quote}`,
    (where, quote) => `your post${where} made me think, above all where you say: ${quote}`,
    (where, quote) => `I read your post${where} and would like to understand this part better: ${quote}`,
  ],
  openPlain: [
    (where) => `I have been thinking about your post${where}.`,
    (where) => `your post${where} made me think.`,
    (where) => `I read your post${where} and wondered what would help most.`,
  ],
  reply: [
    (quote) => `I would start from this part of your post: ${quote}`,
    (quote) => `I have been thinking about this part of your post: ${quote}`,
    (quote) => `I would like to understand this part better: ${quote}`,
  ],
  advice: [
    (advice) => `A good first step could be to ${advice}.`,
    (advice) => `It may be worth taking the time to ${advice}.`,
  ],
  more: [(advice) => `You could also ${advice}.`, (advice) => `After that, I would ${advice}.`],
  help: [
    'I am happy to think it through with you.',
    'If it helps to talk it over with somebody who works in this field, I am happy to.',
    'I am happy to go through the options with you.',
  ],
  offer: [
    (me) => `For context, ${me}.`,
    (me) => `A word on where I stand: ${me}.`,
    (me) => `For what it is worth, ${me}.`,
  ],
  disclosure: [
    (me) => `For transparency: ${me}.`,
    (me) => `I should say that ${me}, which of course colours my view.`,
    (me) => `To put my view in context: ${me}.`,
  ],
  problem: [
    (quote) => `Among the problems that we work on is ${quote}`,
    (quote) => `We work on problems such as ${quote}`,
  ],
  doubt: [
    'Whether we offer what you need is hard to say without more details.',
    'What we offer may or may not be what you need, and I know too little yet to say.',
  ],
  questions: {
    search: [
      'If you had to pick one requirement, which one would it be?',
      'What would make you say that you chose well?',
      'Which trade-off would be hardest for you to accept?',
    ],
    problem: [
      'What have you tried so far, and how did it go?',
      'Which part of it costs you the most at the moment?',
      'What would have to change for you to call it solved?',
    ],
    question: [
      'What have you found out so far, and what is still unclear?',
      'What is the most important open point for you?',
      'What would you want to understand first?',
    ],
    talk: [
      'How do things stand now, and what would you change first?',
      'What would be the most useful next step for you?',
      'What is still open for you?',
    ],
  },
  invitation: [
    'Shall we look together at whether we could help in your case?',
    'Would you like to think through together whether we could help?',
    'May I ask a few questions to see whether we could help?',
  ],
  closing: [
    'I am just as happy to hear that you have found another way.',
    'If you have moved on from this, no reply is needed.',
    'Even if it does not fit, I would like to hear how it goes.',
  ],
  publicClosing: [
    'I am curious how others here would go about it.',
    'I am happy to think along here in the thread.',
    'I would like to hear how it goes.',
  ],
};
