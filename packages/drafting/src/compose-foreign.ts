import type { DraftVariant } from '@earshot/proto/values';
import { nameOf } from './business.ts';
import type { DraftRequest } from './drafter.ts';
import { readPost } from './post.ts';
import { splitSentences } from './sentences.ts';

/** Languages other than English in which drafts are written without a model. */
export type ForeignLanguage = 'de' | 'fr' | 'es';

interface Frames {
  readonly greeting: (name: string) => string;
  /** A quotation is last in its sentence and has its end mark. */
  readonly opening: readonly ((where: string, quote: string) => string)[];
  readonly plainOpening: readonly ((where: string) => string)[];
  readonly about: readonly ((quote: string) => string)[];
  readonly help: readonly string[];
  readonly questions: readonly string[];
  /** `own` is the first sentence of the description, quoted in its original language and in brackets, or empty. */
  readonly self: readonly ((name: string, own: string) => string)[];
  readonly unnamed: readonly ((own: string) => string)[];
  readonly closing: readonly string[];
  readonly marks: readonly [string, string];
}

const FRAMES: Readonly<Record<ForeignLanguage, Frames>> = {
  de: {
    greeting: (name) => `Hallo ${name},`,
    opening: [
      (where, quote) => `ich habe deinen Beitrag${where} gelesen: ${quote}`,
      (where, quote) => `es geht um deinen Beitrag${where}: ${quote}`,
      (where, quote) => `dein Beitrag${where} ist mir aufgefallen: ${quote}`,
    ],
    plainOpening: [
      (where) => `ich habe deinen Beitrag${where} gelesen.`,
      (where) => `es geht um deinen Beitrag${where}.`,
      (where) => `dein Beitrag${where} ist mir aufgefallen.`,
    ],
    about: [
      (quote) => `Du schreibst: ${quote}`,
      (quote) => `Ich möchte auf diesen Satz antworten: ${quote}`,
      (quote) => `Am wichtigsten scheint mir dieser Satz: ${quote}`,
    ],
    help: [
      'Wenn es dir hilft, beantworte ich gern Fragen dazu.',
      'Ich gebe gern eine zweite Meinung dazu ab, auch wenn du von uns nichts brauchst.',
      'Gern überlege ich mit dir, welche Möglichkeiten es gibt.',
    ],
    questions: [
      'Was hast du bisher schon ausprobiert?',
      'Was ist dir dabei am wichtigsten?',
      'Wie ist der Stand der Dinge?',
    ],
    self: [
      (name, own) => `Zur Offenlegung: Ich gehöre zu ${name}${own}.`,
      (name, own) => `Damit du weißt, wer schreibt: Ich gehöre zu ${name}${own}.`,
      (name, own) => `Ich bin nicht neutral, denn ich arbeite bei ${name}${own}.`,
    ],
    unnamed: [
      (own) => `Zur Offenlegung: Ich arbeite in diesem Bereich${own}.`,
      (own) => `Damit du weißt, wer schreibt: Ich arbeite in diesem Bereich${own}.`,
    ],
    closing: [
      'Wenn es nicht passt, musst du nicht antworten.',
      'Ich hoffe, dass du so oder so eine gute Lösung findest.',
      'Bei Fragen antworte ich gern.',
    ],
    marks: ['„', '“'],
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    opening: [
      (where, quote) => `j'ai lu votre message${where} : ${quote}`,
      (where, quote) => `je vous écris à propos de votre message${where} : ${quote}`,
      (where, quote) => `votre message${where} a retenu mon attention : ${quote}`,
    ],
    plainOpening: [
      (where) => `j'ai lu votre message${where}.`,
      (where) => `je vous écris à propos de votre message${where}.`,
      (where) => `votre message${where} a retenu mon attention.`,
    ],
    about: [
      (quote) => `Vous écrivez : ${quote}`,
      (quote) => `Je voudrais répondre à cette phrase : ${quote}`,
      (quote) => `Le plus important me semble être cette phrase : ${quote}`,
    ],
    help: [
      'Si cela vous aide, je réponds volontiers à vos questions.',
      "Je donne volontiers un deuxième avis, même si vous n'avez pas besoin de nous.",
      'Je veux bien réfléchir avec vous aux solutions possibles.',
    ],
    questions: [
      "Qu'avez-vous déjà essayé ?",
      "Qu'est-ce qui compte le plus pour vous ?",
      'Où en êtes-vous maintenant ?',
    ],
    self: [
      (name, own) => `En toute transparence, je travaille chez ${name}${own}.`,
      (name, own) => `Pour que vous sachiez qui écrit : je fais partie de ${name}${own}.`,
      (name, own) => `Je ne suis pas neutre, car je travaille chez ${name}${own}.`,
    ],
    unnamed: [
      (own) => `En toute transparence, je travaille dans ce domaine${own}.`,
      (own) => `Pour que vous sachiez qui écrit : je travaille dans ce domaine${own}.`,
    ],
    closing: [
      'Si cela ne vous convient pas, ne tenez pas compte de ce message.',
      "J'espère que vous trouverez une bonne solution.",
      'Je reste à votre disposition.',
    ],
    marks: ['« ', ' »'],
  },
  es: {
    greeting: (name) => `Hola ${name}:`,
    opening: [
      (where, quote) => `he leído tu publicación${where}: ${quote}`,
      (where, quote) => `te escribo por tu publicación${where}: ${quote}`,
      (where, quote) => `me ha llamado la atención tu publicación${where}: ${quote}`,
    ],
    plainOpening: [
      (where) => `he leído tu publicación${where}.`,
      (where) => `te escribo por tu publicación${where}.`,
      (where) => `me ha llamado la atención tu publicación${where}.`,
    ],
    about: [
      (quote) => `Escribes: ${quote}`,
      (quote) => `Quiero responder a esta frase: ${quote}`,
      (quote) => `Lo más importante me parece esta frase: ${quote}`,
    ],
    help: [
      'Si te sirve, respondo con gusto a tus preguntas.',
      'Con gusto te doy una segunda opinión, aunque no necesites nada de nosotros.',
      'Con gusto repaso contigo las opciones que hay.',
    ],
    questions: ['¿Qué has probado hasta ahora?', '¿Qué es lo más importante para ti?', '¿En qué punto estás ahora?'],
    self: [
      (name, own) => `Por transparencia, trabajo en ${name}${own}.`,
      (name, own) => `Para que sepas quién escribe, formo parte de ${name}${own}.`,
      (name, own) => `No soy neutral, porque trabajo en ${name}${own}.`,
    ],
    unnamed: [
      (own) => `Por transparencia, trabajo en este sector${own}.`,
      (own) => `Para que sepas quién escribe, trabajo en este sector${own}.`,
    ],
    closing: [
      'Si no te encaja, no hace falta que respondas.',
      'Espero que encuentres una buena solución.',
      'Quedo a tu disposición.',
    ],
    marks: ['«', '»'],
  },
};

export interface ForeignManner {
  readonly variant: DraftVariant;
  readonly turn: number;
  /** States nothing about the business except its name. */
  readonly simple: boolean;
}

/**
 * Composes one message in the post's language. It has the structure of the English messages but is plainer: there is one
 * tone and no advice, and the business is described by a quotation.
 */
export function composeForeign(
  request: DraftRequest,
  language: ForeignLanguage,
  { variant, turn, simple }: ForeignManner,
): string {
  const { lead, length, messageType } = request;
  const frames = FRAMES[language];
  const pick = <T>(choices: readonly T[], slot: number): T => at(choices, turn + Math.floor(turn / (slot + 2)) + slot);
  const { quotes } = readPost(lead);
  const quote = quotes[turn % Math.max(1, quotes.length)];
  const isPrivate = messageType === 'dm';
  const where = lead.communityLabel === '' || !isPrivate ? '' : ` (${lead.communityLabel})`;
  const opening =
    quote === undefined
      ? pick(frames.plainOpening, 0)(where)
      : isPrivate
        ? pick(frames.opening, 0)(where, quoted(quote.text, frames.marks))
        : pick(frames.about, 1)(quoted(quote.text, frames.marks));
  const self = selfIn(request, frames, turn, simple);
  const [help, question, closing] = [pick(frames.help, 2), pick(frames.questions, 1), pick(frames.closing, 3)];
  const [first, second, third]: readonly [string, string, string] = {
    'help-first': [opening, help, self] as const,
    'question-first': [opening, question, self] as const,
    'offer-first': [self, opening, question] as const,
  }[variant];
  const last = variant === 'help-first' ? question : help;
  const paragraphs = {
    sentences: [[first, second, third]],
    single_paragraph: [[first, second, third, last, closing]],
    multiple_paragraphs: [[first], [second], [third], [last, closing]],
  }[length];
  const text = paragraphs
    .map((sentences) => sentences.map(capital).join(' '))
    .join(length === 'multiple_paragraphs' ? '\n\n' : ' ');
  if (!isPrivate) return text;
  const name = /^[\w-]{1,40}$/.test(lead.author) ? ` ${lead.author}` : '';
  const greeting = frames.greeting(name.trim()).replace(/ (?=[,:])/, '');
  return `${greeting} ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function selfIn({ business }: DraftRequest, frames: Frames, turn: number, simple: boolean): string {
  const name = nameOf(business.description);
  const [first = ''] = splitSentences(business.description.replace(/\s+/g, ' ').replace(/[[\]{}<>()]/g, ''));
  const own = (name !== null && first.startsWith(name) ? first.slice(name.length) : first)
    .replace(/^[\s:–—-]+/, '')
    .replace(/[.!?\s]+$/, '')
    .slice(0, 160);
  const described = simple || own === '' ? '' : ` (${own})`;
  return name === null ? at(frames.unnamed, turn)(described) : at(frames.self, turn)(name, described);
}

/** Marks a text as a quotation, and ends the sentence unless the quotation does. */
function quoted(text: string, [open, close]: Frames['marks']): string {
  return `${open}${text}${close}${/[?!]$/.test(text) ? '' : '.'}`;
}

function capital(text: string): string {
  return text.replace(/^[¿¡]?\p{Ll}/u, (start) => start.toUpperCase());
}

function at<T>(choices: readonly T[], index: number): T {
  const chosen = choices[((index % choices.length) + choices.length) % choices.length];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
