import { adviceFor } from './advice/index.ts';
import { readDetails } from './details.ts';
import type { PostDetails } from './details.ts';
import type { DraftRequest } from './drafter.ts';
import { readFacts } from './facts.ts';
import { closestOffer, selfOf } from './offer.ts';
import { phrasesOf } from './phrases.ts';
import type { Choices, Phrases } from './phrases.ts';
import { similarity } from './similarity.ts';

/** The sentences available for a message; null when the post or the description offers none. */
interface Sentences {
  readonly opening: string;
  /** The author's case in the post's own words, to follow the opening. */
  readonly detail: string | null;
  /** The question and the first piece of advice in one sentence. */
  readonly tied: string;
  readonly advice: string;
  readonly more: string;
  readonly offer: string;
  readonly offerLast: string;
  readonly disclosure: string;
  readonly fit: string | null;
  readonly closing: string;
  readonly publicClosing: string;
}

/** Chooses an alternative for this turn; `slot` is the place in the message. */
type Pick = <T>(choices: Choices<T>, slot: number) => T;
type Layout = (string | null)[][];

/**
 * How to compose a message. `quoting`: the post is only quoted, not rephrased. `foreign`: the post is not in English.
 */
export interface Manner {
  readonly approach: number;
  readonly turn: number;
  readonly quoting: boolean;
  readonly foreign: boolean;
}

/**
 * Composes one message in English. `approach` 0 helps first, 1 begins with the author's case, and 2 introduces the
 * writer first. In a comment, 2 gives two pieces of advice instead, since a comment always helps first. `turn` varies
 * the wording.
 */
export function composeEnglish(request: DraftRequest, manner: Manner): string {
  const { approach } = manner;
  const parts = sentencesFor(request, manner);
  const layout = request.messageType === 'dm' ? directMessage(parts, approach) : comment(parts, approach);
  return layout[request.length]
    .map((sentences) => sentences.filter((sentence) => sentence !== null).join(' '))
    .filter((paragraph) => paragraph !== '')
    .join(request.length === 'multiple_paragraphs' ? '\n\n' : ' ');
}

function directMessage(parts: Sentences, approach: number): Record<DraftRequest['length'], Layout> {
  const { opening, detail, advice, more, offer, offerLast, fit, closing } = parts;
  const layouts: readonly [Record<DraftRequest['length'], Layout>, ...Record<DraftRequest['length'], Layout>[]] = [
    {
      sentences: [[opening, advice, offerLast]],
      single_paragraph: [[opening, advice, offer, fit, closing]],
      multiple_paragraphs: [[opening, detail], [advice, more], [offer, fit], [closing]],
    },
    {
      sentences: [[opening, offer, closing]],
      single_paragraph: [[opening, detail, advice, offer, closing]],
      multiple_paragraphs: [[opening], [detail, advice], [offer, fit, closing]],
    },
    {
      sentences: [[opening, offer, fit ?? advice]],
      single_paragraph: [[opening, offer, fit, advice, more]],
      multiple_paragraphs: [[opening, offer], [detail, advice, more], [closing]],
    },
  ];
  return layouts[approach] ?? layouts[0];
}

/** Help comes first, and the writer's affiliation is disclosed before any offer. */
function comment(parts: Sentences, approach: number): Record<DraftRequest['length'], Layout> {
  const { detail, tied, advice, more, disclosure, fit, publicClosing } = parts;
  const layouts: readonly [Record<DraftRequest['length'], Layout>, ...Record<DraftRequest['length'], Layout>[]] = [
    {
      sentences: [[tied, disclosure]],
      single_paragraph: [[tied, more, disclosure, fit ?? publicClosing]],
      multiple_paragraphs: [[tied], [detail, more], [disclosure, fit], [publicClosing]],
    },
    {
      sentences: [[detail, detail === null ? tied : advice, disclosure]],
      single_paragraph: [[detail, detail === null ? tied : advice, more, disclosure, publicClosing]],
      multiple_paragraphs: [[detail, detail === null ? tied : advice], [more], [disclosure, publicClosing]],
    },
    {
      sentences: [[tied, disclosure, publicClosing]],
      single_paragraph: [[tied, more, detail, disclosure, fit, publicClosing]],
      multiple_paragraphs: [[tied, more], [disclosure, fit], [publicClosing]],
    },
  ];
  return layouts[approach] ?? layouts[0];
}

function sentencesFor(request: DraftRequest, { turn, quoting, foreign }: Manner): Sentences {
  const { business, lead, tone } = request;
  const phrases = phrasesOf[tone];
  const facts = readFacts(business.description);
  const read = readDetails(lead, business.description);
  const details = quoting || foreign ? { ...read, ask: null, statement: null } : read;
  const seed = hash(`${lead.author}\n${lead.title}\n${lead.content}`);
  // Each slot changes at a different pace, so that many turns pass before a message repeats.
  const pick: Pick = (choices, slot) => at(choices, hash(`${String(seed)}.${String(slot)}`) + paced(turn, slot));
  const advice = adviceFor(lead, details.kind, business.description);
  const first = seed + turn;
  const one = at(advice, first);
  const other = at(advice, first + 1);
  const self = selfOf(facts, tone === 'casual' ? "'m" : ' am');
  const fit = closestOffer(business.description, lead);
  const quoted = (quote: string | null) => (quote === null ? null : pick(phrases.quoted, 1)(inner(quote)));
  const detail = details.statement === null ? quoted(details.detail) : pick(phrases.statement, 1)(details.statement);
  // Without a clear question, the advice follows a quotation of the post, which then is not repeated elsewhere.
  const tie = details.ask === null ? (detail ?? quoted(details.title ?? details.headline)) : null;
  const plain = pick(phrases.advice, 2)(one);
  const advised = foreign ? inEnglish(plain) : plain;
  const begun = openingFor(details, phrases, pick, lead.communityLabel === '' ? '' : ` in ${lead.communityLabel}`);
  return {
    opening: `${phrases.greeting(nameOf(lead.author))} ${begun.opening}`,
    detail: request.messageType === 'dm' ? (begun.describesCase ? null : detail) : tie === null ? detail : null,
    tied:
      details.ask !== null
        ? pick(phrases.since, 2)(details.ask, one)
        : [tie, advised].filter((part) => part !== null).join(' '),
    advice: advised,
    more: pick(phrases.more, 3)(other),
    offer: pick(phrases.offer, 4)(self),
    offerLast: pick(phrases.offerLast, 4)(self),
    disclosure: pick(phrases.disclosure, 4)(self),
    fit:
      fit !== null && !self.toLowerCase().includes(fit.words.toLowerCase())
        ? pick(phrases.fit, 5)(fit.clause)
        : facts.more,
    closing: pick(phrases.closing, 6),
    publicClosing: pick(phrases.publicClosing, 6),
  };
}

/** The opening of a direct message, and whether it already describes the author's case. */
function openingFor(
  { ask, title, statement, detail, headline }: PostDetails,
  phrases: Phrases,
  pick: Pick,
  where: string,
): { opening: string; describesCase: boolean } {
  if (ask !== null) return { opening: pick(phrases.openAsk, 0)(where, `you ${ask}`), describesCase: false };
  if (title !== null && (statement === null || similarity(title, statement) < 0.2)) {
    return { opening: pick(phrases.openPost, 0)(where, `post "${title}"`), describesCase: false };
  }
  if (statement !== null) return { opening: pick(phrases.openAsk, 0)(where, statement), describesCase: true };
  const quote = detail ?? headline;
  if (quote !== null) return { opening: pick(phrases.openQuote, 0)(where, inner(quote)), describesCase: true };
  return { opening: pick(phrases.openPost, 0)(where, 'post'), describesCase: false };
}

/** Adds a note that the message is in English, for a post in another language. */
function inEnglish(sentence: string): string {
  return `In English, if that is all right: ${/^I/.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)}`;
}

function paced(turn: number, slot: number): number {
  return Math.floor(turn / (slot + 1)) + turn;
}

function nameOf(author: string): string {
  return /^[\w-]{1,40}$/.test(author) ? author : 'there';
}

/** Double quotation marks become single ones inside a quotation. */
function inner(quote: string): string {
  return quote.replaceAll('"', "'");
}

function at<T>(choices: readonly T[], index: number): T {
  const chosen = choices[index % choices.length];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}

/** FNV-1a: varies the wording between posts, and is stable for the same post. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 1;
}
