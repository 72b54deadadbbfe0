import { capital, type Phrases } from '../phrases.ts';

export const casual: Phrases = {
  greeting: (name) => `Hey ${name},`,
  openTitle: [
    (where, quote) => `I just read your post${where}: ${quote}`,
    (where, quote) => `I saw your post${where}: ${quote}`,
    (where, quote) => `your post${where} caught my eye: ${quote}`,
  ],
  openText: [
    (where, quote) => `I just read your post${where}, and this bit stuck with me: ${quote}`,
    (where, quote) => `I saw your post${where}, where you say: ${quote}`,
    (where, quote) => `your post${where} caught my eye, mostly because of this bit: ${quote}`,
  ],
  openPlain: [
    (where) => `I just read your post${where}.`,
    (where) => `I saw your post${where}.`,
    (where) => `your post${where} caught my eye.`,
  ],
  reply: [
    (quote) => `This bit caught my eye: ${quote}`,
    (quote) => `You said: ${quote}`,
    (quote) => `I'd like to pick up on this bit: ${quote}`,
  ],
  advice: [(advice) => `I'd ${advice}.`, (advice) => `One thing that tends to help is to ${advice}.`],
  more: [(advice) => `I'd also ${advice}.`, (advice) => `On top of that, I'd ${advice}.`],
  help: [
    "If you want to bounce ideas around, I'm happy to help.",
    "Happy to tell you what I know, even if you don't need anything from us.",
    "If a second pair of eyes would help, I'm around.",
  ],
  offer: [
    (me) => `${capital(me)}.`,
    (me) => `Just so you know where I'm coming from: ${me}.`,
    (me) => `Here's why I'm writing: ${me}.`,
  ],
  disclosure: [
    (me) => `Full disclosure: ${me}.`,
    (me) => `Just so you know, ${me}.`,
    (me) => `I should say that ${me}.`,
  ],
  problem: [(quote) => `We deal with things like ${quote}`, (quote) => `We also deal with ${quote}`],
  doubt: ['No idea yet if we have what you need.', "I can't tell from the post if we have what you need."],
  questions: {
    search: ['What matters most to you here?', 'What have you ruled out so far?', 'What have you tried so far?'],
    problem: [
      'What have you tried so far?',
      'Which part of it bugs you the most?',
      'What would a good fix look like for you?',
    ],
    question: [
      'What have you found out so far?',
      'What would help you most right now?',
      'Where do you stand right now?',
    ],
    talk: ['Where are you at with it now?', 'What would help you most right now?', 'How are things going with it?'],
  },
  invitation: ['Want to hear more?', 'Want me to tell you more?', 'Should I tell you a bit more about what we do?'],
  closing: [
    "No worries if it's not for you.",
    "If it's not your thing, just ignore me.",
    'Either way, good luck with it.',
  ],
  publicClosing: [
    'Happy to answer questions right here.',
    'Hope it works out either way.',
    "Ask away if something's unclear.",
  ],
};
