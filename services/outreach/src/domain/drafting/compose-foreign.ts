import { readDetails } from './details.ts';
import type { DraftRequest } from './drafter.ts';
import { readFacts } from './facts.ts';
import { splitSentences } from './sentences.ts';

/** Languages other than English in which drafts are written without a model. */
export type ForeignLanguage = 'de' | 'fr' | 'es';

interface Frames {
  readonly greeting: (name: string) => string;
  readonly opening: readonly ((quote: string, where: string) => string)[];
  readonly plainOpening: readonly ((where: string) => string)[];
  readonly about: readonly ((quote: string) => string)[];
  readonly advice: readonly string[];
  /** `own` is the first sentence of the description, quoted in its original language. */
  readonly self: readonly ((name: string, own: string) => string)[];
  readonly unnamed: readonly ((own: string) => string)[];
  readonly closing: readonly string[];
  readonly marks: readonly [string, string];
}

const FRAMES: Readonly<Record<ForeignLanguage, Frames>> = {
  de: {
    greeting: (name) => `Hallo ${name},`,
    opening: [
      (quote, where) => `ich habe deinen Beitrag ${quote}${where} gelesen.`,
      (quote, where) => `es geht um deinen Beitrag ${quote}${where}.`,
      (quote, where) => `dein Beitrag ${quote}${where} ist mir aufgefallen.`,
    ],
    plainOpening: [
      (where) => `ich habe deinen Beitrag${where} gelesen.`,
      (where) => `es geht um deinen Beitrag${where}.`,
      (where) => `dein Beitrag${where} ist mir aufgefallen.`,
    ],
    about: [
      (quote) => `Du schreibst ${quote}.`,
      (quote) => `Zu dem Punkt ${quote} ein Gedanke.`,
      (quote) => `Am wichtigsten scheint mir ${quote}.`,
    ],
    advice: [
      'Ich würde zuerst mit Datum aufschreiben, was bisher war, denn genau danach fragt jeder, der helfen soll.',
      'Frag Leute, die das vor kurzem hatten, was sie heute anders machen würden, denn das steht in keinem Ratgeber.',
      'Ich würde vorher festlegen, was am Ende herauskommen soll und bis wann, denn danach lassen sich Ratschläge sortieren.',
      'Hilfreich ist meist der Rat von Leuten, deren Lage deiner ähnlich ist, denn anderer kann schlicht falsch sein.',
    ],
    self: [
      (name, own) => `Zur Offenlegung: Ich gehöre zu ${name} (${own}).`,
      (name, own) => `Damit du weißt, wer schreibt: Ich gehöre zu ${name} (${own}).`,
      (name, own) => `Ich bin nicht neutral, denn ich arbeite bei ${name} (${own}).`,
    ],
    unnamed: [
      (own) => `Zur Offenlegung: Ich arbeite in diesem Bereich (${own}).`,
      (own) => `Damit du weißt, wer schreibt: Ich arbeite in diesem Bereich (${own}).`,
    ],
    closing: [
      'Fragen beantworte ich gern.',
      'Wenn es nicht passt, einfach ignorieren.',
      'Was hast du bisher schon ausprobiert?',
    ],
    marks: ['„', '“'],
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    opening: [
      (quote, where) => `j'ai lu votre message ${quote}${where}.`,
      (quote, where) => `je vous écris à propos de votre message ${quote}${where}.`,
      (quote, where) => `votre message ${quote}${where} a retenu mon attention.`,
    ],
    plainOpening: [
      (where) => `j'ai lu votre message${where}.`,
      (where) => `je vous écris à propos de votre message${where}.`,
      (where) => `votre message${where} a retenu mon attention.`,
    ],
    about: [
      (quote) => `Vous écrivez ${quote}.`,
      (quote) => `Une idée sur ce point : ${quote}.`,
      (quote) => `Le plus important me semble être ${quote}.`,
    ],
    advice: [
      "Je commencerais par noter, avec les dates, ce qui s'est passé, car c'est ce que demandera toute personne qui vous aide.",
      "Demandez à des gens qui l'ont vécu récemment ce qu'ils feraient autrement, car aucun guide ne le dit.",
      "Je fixerais d'abord ce que vous voulez obtenir et pour quand, car cela permet de trier les conseils.",
      "Le plus utile est souvent l'avis de gens dont la situation ressemble à la vôtre.",
    ],
    self: [
      (name, own) => `En toute transparence, je travaille chez ${name} (${own}).`,
      (name, own) => `Pour que vous sachiez qui écrit : je fais partie de ${name} (${own}).`,
      (name, own) => `Je ne suis pas neutre, car je travaille chez ${name} (${own}).`,
    ],
    unnamed: [
      (own) => `En toute transparence, je travaille dans ce domaine (${own}).`,
      (own) => `Pour que vous sachiez qui écrit : je travaille dans ce domaine (${own}).`,
    ],
    closing: [
      'Je réponds volontiers aux questions.',
      'Si cela ne convient pas, ignorez simplement ce message.',
      "Qu'avez-vous déjà essayé ?",
    ],
    marks: ['« ', ' »'],
  },
  es: {
    greeting: (name) => `Hola ${name}:`,
    opening: [
      (quote, where) => `he leído tu publicación ${quote}${where}.`,
      (quote, where) => `te escribo por tu publicación ${quote}${where}.`,
      (quote, where) => `me ha llamado la atención tu publicación ${quote}${where}.`,
    ],
    plainOpening: [
      (where) => `he leído tu publicación${where}.`,
      (where) => `te escribo por tu publicación${where}.`,
      (where) => `me ha llamado la atención tu publicación${where}.`,
    ],
    about: [
      (quote) => `Escribes ${quote}.`,
      (quote) => `Una idea sobre este punto: ${quote}.`,
      (quote) => `Lo más importante me parece ${quote}.`,
    ],
    advice: [
      'Yo apuntaría primero, con fechas, lo que ha pasado hasta ahora, porque es lo que preguntará quien te ayude.',
      'Pregunta a quienes pasaron por eso hace poco qué harían de otra manera, porque no sale en ninguna guía.',
      'Yo fijaría primero qué quieres conseguir y para cuándo, porque así se ordenan los consejos.',
      'Suele servir más el consejo de gente cuya situación se parece a la tuya.',
    ],
    self: [
      (name, own) => `Por transparencia: trabajo en ${name} (${own}).`,
      (name, own) => `Para que sepas quién escribe: formo parte de ${name} (${own}).`,
      (name, own) => `No soy neutral, porque trabajo en ${name} (${own}).`,
    ],
    unnamed: [
      (own) => `Por transparencia: trabajo en este sector (${own}).`,
      (own) => `Para que sepas quién escribe: trabajo en este sector (${own}).`,
    ],
    closing: [
      'Respondo con gusto a cualquier pregunta.',
      'Si no te encaja, ignora este mensaje sin más.',
      '¿Qué has probado hasta ahora?',
    ],
    marks: ['«', '»'],
  },
};

/**
 * Composes one message in the post's language. It has the structure of the English messages but is plainer: the post is
 * quoted, the advice is general, there is one tone, and the business is described by a quotation.
 */
export function composeForeign(
  request: DraftRequest,
  language: ForeignLanguage,
  approach: number,
  turn: number,
): string {
  const { lead, length, messageType } = request;
  const frames = FRAMES[language];
  const pick = <T>(choices: readonly T[], slot: number): T => at(choices, turn + Math.floor(turn / (slot + 2)) + slot);
  const { title, headline, detail } = readDetails(lead);
  const quoted = (text: string) => `${frames.marks[0]}${text.replace(/["“”„«»]/g, "'")}${frames.marks[1]}`;
  const name = /^[\w-]{1,40}$/.test(lead.author) ? ` ${lead.author}` : '';
  const where = lead.communityLabel === '' ? '' : ` (${lead.communityLabel})`;
  const topic = title ?? headline;
  const greeting = frames.greeting(name.trim()).replace(/ (?=[,:])/, '');
  const opening = `${greeting} ${topic === null ? pick(frames.plainOpening, 0)(where) : pick(frames.opening, 0)(quoted(topic), where)}`;
  const subject = detail ?? topic;
  const about = subject === null ? null : pick(frames.about, 1)(quoted(subject));
  const [advice, more] = [pick(frames.advice, 2), at(frames.advice, frames.advice.indexOf(pick(frames.advice, 2)) + 1)];
  const self = selfIn(request, frames, turn);
  const closing = pick(frames.closing, 3);
  const first = messageType === 'dm' ? opening : about;
  const layout = {
    sentences: approach === 1 ? [[first, self, closing]] : [[first, advice, self]],
    single_paragraph: [[first, messageType === 'dm' && approach !== 2 ? about : null, advice, more, self, closing]],
    multiple_paragraphs:
      approach === 2 ? [[first], [advice, more], [self, closing]] : [[first], [advice, more], [self], [closing]],
  }[length];
  return layout
    .map((sentences) => sentences.filter((sentence) => sentence !== null).join(' '))
    .join(length === 'multiple_paragraphs' ? '\n\n' : ' ');
}

function selfIn({ business }: DraftRequest, frames: Frames, turn: number): string {
  const { name } = readFacts(business.description);
  const [first = ''] = splitSentences(business.description.replace(/\s+/g, ' ').replace(/[[\]{}<>()]/g, ''));
  const own = (name !== null && first.startsWith(name) ? first.slice(name.length) : first)
    .replace(/^[\s:–—-]+/, '')
    .replace(/[.!?\s]+$/, '')
    .slice(0, 160);
  return name === null ? at(frames.unnamed, turn)(own) : at(frames.self, turn)(name, own);
}

function at<T>(choices: readonly T[], index: number): T {
  const chosen = choices[((index % choices.length) + choices.length) % choices.length];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}
