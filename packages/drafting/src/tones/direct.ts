import { capital, type Phrases } from '../phrases.ts';

export const direct: Phrases = {
  greeting: (name) => `Hi ${name},`,
  openTitle: [
    (where, quote) => `this is about your post${where}: ${quote}`,
    (where, quote) => `I read your post${where}: ${quote}`,
    (where, quote) => `a short note on your post${where}: ${quote}`,
  ],
  openText: [
    (where, quote) => `you wrote${where}: ${quote}`,
    (where, quote) => `this is about your post${where}, and this line in it: ${quote}`,
    (where, quote) => `a short note on what you wrote${where}: ${quote}`,
  ],
  openPlain: [
    (where) => `this is about your post${where}.`,
    (where) => `I read your post${where}.`,
    (where) => `I have a short note on your post${where}.`,
  ],
  reply: [
    (quote) => `You write: ${quote}`,
    (quote) => `One line stands out: ${quote}`,
    (quote) => `I am replying to this: ${quote}`,
  ],
  advice: [(advice) => `${capital(advice)}.`, (advice) => `My advice: ${advice}.`],
  more: [(advice) => `Also, ${advice}.`, (advice) => `Second: ${advice}.`],
  help: [
    'I can answer questions about this.',
    'I can give you a second opinion.',
    'If you want a second opinion, ask me.',
  ],
  offer: [(me) => `${capital(me)}.`, (me) => `Who is writing: ${me}.`, (me) => `My side of it: ${me}.`],
  disclosure: [(me) => `Disclosure: ${me}.`, (me) => `I am not neutral: ${me}.`, (me) => `My own interest: ${me}.`],
  problem: [(quote) => `We work on problems like ${quote}`, (quote) => `A problem we work on: ${quote}`],
  doubt: ['What we offer may not be what you need.', 'I do not know yet whether we offer what you need.'],
  questions: {
    search: ['What matters most to you?', 'What have you ruled out so far?', 'What have you tried so far?'],
    problem: ['What have you tried?', 'What is the hardest part?', 'What would solve it for you?'],
    question: ['What have you found out so far?', 'What do you need to know first?', 'Where do you stand with it now?'],
    talk: ['Where do you stand now?', 'What do you need most?', 'How do things stand?'],
  },
  invitation: ['Shall I send details?', 'Do you want to know more?', 'Is our offer of interest?'],
  closing: ['If it does not fit, ignore this.', 'No reply needed if it does not fit.', 'Ignore this if it is solved.'],
  publicClosing: ['Questions are welcome here.', 'Ask here if anything is unclear.', 'I answer questions here.'],
};
