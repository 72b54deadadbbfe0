import type { DraftVariant } from '@earshot/proto/values';
import { adviceFor } from './advice/index.ts';
import { closest, nameOf, readBusiness, wordsOfOwner } from './business.ts';
import type { DraftRequest } from './drafter.ts';
import { capital } from './phrases.ts';
import type { Choices } from './phrases.ts';
import { readPost } from './post.ts';
import type { Quote } from './post.ts';
import { phrasesOf } from './tones/index.ts';

/** How to compose a message. `turn` varies the wording. `foreign`: the post is in a language that we do not write. */
export interface Manner {
  readonly variant: DraftVariant;
  readonly turn: number;
  readonly foreign: boolean;
}

/** The sentences available for a message; null where the post or the business gives no reason for one. */
interface Sentences {
  readonly opening: string;
  readonly advice: string | null;
  readonly more: string | null;
  readonly help: string;
  readonly offer: string;
  readonly fact: string | null;
  readonly problem: string | null;
  readonly doubt: string;
  readonly question: string;
  readonly invitation: string;
  readonly closing: string;
}

type Layouts = Record<DraftRequest['length'], (string | null)[][]>;

/**
 * Composes one message in English of complete sentences: our own, the owner's, and quotations of whole sentences of the
 * post.
 */
export function composeEnglish(request: DraftRequest, manner: Manner): string {
  const parts = sentencesFor(request, manner);
  const greeting = request.messageType === 'dm' ? greet(request) : null;
  return joined(
    layoutOf(parts, manner.variant, request.messageType === 'comment')[request.length],
    request.length,
    greeting,
  );
}

/**
 * The simplest message: what we read, who writes and a question. It states nothing about the business except its name.
 */
export function composeSimple(request: DraftRequest, { variant, turn, foreign }: Manner): string {
  const { messageType, tone, length, business } = request;
  const phrases = phrasesOf[tone];
  const name = nameOf(business.description);
  const [quote] = readPost(request.lead).quotes;
  const opening = openingOf(request, quote, pickerOf(request, turn), foreign);
  const me = name === null ? 'I have a business in this field' : `I${tone === 'casual' ? "'m" : ' am'} with ${name}`;
  const self = at(messageType === 'dm' ? phrases.offer : phrases.disclosure, turn)(me);
  const question = at(phrases.questions.talk, turn);
  const [first, ...rest] = {
    'help-first': [opening, self, question],
    'question-first': [opening, question, self],
    'offer-first': [self, opening, question],
  }[variant];
  const last = at(messageType === 'dm' ? phrases.closing : phrases.publicClosing, turn);
  const sentences = [first ?? '', ...rest, ...(length === 'single_paragraph' ? [last] : [])];
  return joined(
    length === 'multiple_paragraphs' ? sentences.map((one) => [one]) : [sentences],
    length,
    messageType === 'dm' ? greet(request) : null,
  );
}

/** The three approaches in the three lengths. In the shortest, each part is one sentence. */
function layoutOf(parts: Sentences, variant: DraftVariant, isComment: boolean): Layouts {
  const { opening, advice, more, help, offer, fact, problem, doubt, question, invitation, closing } = parts;
  const helped = advice ?? help;
  const about = fact ?? problem ?? doubt;
  // With both a fact and a problem, the problem shows why the message is about this post.
  const why = fact === null ? null : problem;
  switch (variant) {
    case 'help-first':
      return {
        sentences: [[opening, helped, offer]],
        single_paragraph: [[opening, helped, more, offer, about, question]],
        multiple_paragraphs: [[opening, helped, more], [offer, about, why], [question]],
      };
    case 'question-first':
      return {
        sentences: [[opening, question, offer]],
        single_paragraph: [[opening, question, offer, about, closing]],
        multiple_paragraphs: [
          [opening, question],
          [offer, about],
          [why ?? (about === doubt ? null : doubt), closing],
        ],
      };
    case 'offer-first':
      // In public, an offer is welcome only together with help.
      if (isComment) {
        return {
          sentences: [[offer, opening, helped]],
          single_paragraph: [[offer, fact ?? problem, opening, helped, closing]],
          multiple_paragraphs: [[offer, fact ?? problem], [opening, helped, more], [closing]],
        };
      }
      return {
        sentences: [[offer, opening, invitation]],
        single_paragraph: [[offer, fact, opening, problem ?? doubt, invitation]],
        multiple_paragraphs: [
          [offer, fact],
          [opening, problem ?? doubt],
          [invitation, closing],
        ],
      };
  }
}

function sentencesFor(request: DraftRequest, { turn, foreign, variant }: Manner): Sentences {
  const { business, lead, tone, messageType } = request;
  const phrases = phrasesOf[tone];
  const about = readBusiness(business);
  const { quotes, kind } = readPost(lead, wordsOfOwner(business));
  const pick = pickerOf(request, turn);
  const theme =
    foreign || (variant === 'offer-first' && messageType === 'dm') ? null : adviceFor(lead, wordsOfOwner(business));
  const first = theme === null ? 0 : hash(lead.title) + turn;
  const me = about.introduce(tone === 'casual' ? "'m" : ' am');
  const problem = closest(business.profile?.problems ?? [], [lead.title, ...quotes.map(({ text }) => text)].join('\n'));
  const introductions: Choices<(me: string) => string> =
    messageType === 'comment'
      ? phrases.disclosure
      : variant === 'offer-first'
        ? [(clause) => `${clause}.`]
        : phrases.offer;
  return {
    opening: openingOf(request, quotes[turn % Math.max(1, quotes.length)], pick, foreign),
    advice: theme && pick(phrases.advice, 2)(at(theme.advice, first)),
    more: theme && pick(phrases.more, 3)(at(theme.advice, first + 1)),
    help: pick(phrases.help, 2),
    offer: pick(introductions, 4)(me),
    fact: closest(about.facts, `${lead.title}\n${lead.content.slice(0, 1500)}`)?.text ?? null,
    problem:
      problem !== null && problem.shared >= 2 && problem.shared > problem.words / 2
        ? pick(phrases.problem, 5)(quoted(problem.text))
        : null,
    doubt: pick(phrases.doubt, 5),
    question: theme?.question ?? pick(phrases.questions[kind], 6),
    invitation: pick(phrases.invitation, 6),
    closing: pick(messageType === 'dm' ? phrases.closing : phrases.publicClosing, 3),
  };
}

/** What we read, with a quotation if the post has a sentence that can be quoted. */
function openingOf(
  { lead, messageType, tone }: DraftRequest,
  quote: Quote | undefined,
  pick: Pick,
  foreign: boolean,
): string {
  const phrases = phrasesOf[tone];
  const where = lead.communityLabel === '' ? '' : ` in ${lead.communityLabel}`;
  const opening =
    quote === undefined
      ? pick(phrases.openPlain, 0)(messageType === 'dm' ? where : '')
      : messageType === 'comment'
        ? pick(phrases.reply, 0)(quoted(quote.text))
        : pick(quote.isTitle ? phrases.openTitle : phrases.openText, 0)(where, quoted(quote.text));
  return foreign
    ? `I hope that English is all right; ${/^I\b/.test(opening) ? opening : opening.charAt(0).toLowerCase() + opening.slice(1)}`
    : opening;
}

/** Marks a text as a quotation, and ends the sentence unless the quotation does. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'")}"${/[?!]$/.test(text) ? '' : '.'}`;
}

function joined(
  paragraphs: readonly (readonly (string | null)[])[],
  length: DraftRequest['length'],
  greeting: string | null,
): string {
  const written = paragraphs
    .map((sentences) =>
      sentences
        .filter((sentence) => sentence !== null)
        .map(capital)
        .join(' '),
    )
    .filter((paragraph) => paragraph !== '')
    .join(length === 'multiple_paragraphs' ? '\n\n' : ' ');
  if (greeting === null) return written;
  return `${greeting} ${/^(?:I|[A-Z]{2,})\b/.test(written) ? written : written.charAt(0).toLowerCase() + written.slice(1)}`;
}

function greet({ lead, tone }: DraftRequest): string {
  return phrasesOf[tone].greeting(/^[\w-]{1,40}$/.test(lead.author) ? lead.author : 'there');
}

/** Chooses an alternative for this turn; `slot` is the place in the message. */
type Pick = <T>(choices: Choices<T>, slot: number) => T;

/** Each slot changes at a different pace, so that many turns pass before a message repeats. */
function pickerOf({ lead }: DraftRequest, turn: number): Pick {
  const seed = hash(`${lead.author}\n${lead.title}\n${lead.content}`);
  return (choices, slot) => at(choices, hash(`${String(seed)}.${String(slot)}`) + Math.floor(turn / (slot + 1)) + turn);
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
