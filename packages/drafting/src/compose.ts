import type { DraftVariant } from '@earshot/proto/values';
import { type Business, startLower } from './business.ts';
import type { DraftRequest } from './drafter.ts';
import { foreignPhrases } from './foreign-phrases.ts';
import { languageOfPost } from './language.ts';
import { nearestTone, ownManners } from './own-tone.ts';
import type { Clause } from './post.ts';
import { splitSentences } from './sentences.ts';
import { phrasesOf, type TonePhrases } from './tones.ts';

/** What a message is made of. */
export interface Material {
  readonly business: Business;
  /** A clause of the post; null if it has none that can be quoted. */
  readonly quote: Clause | null;
  /** One of the owner's sentences; null if none is near to the post. */
  readonly fact: string | null;
  /** Whether the fact is nearer to the post than what the introduction says. */
  readonly isFactNearer: boolean;
}

/** The most words of what a draft says between greeting and closing. */
const MOST_WORDS = 60;
/** The most words of an introduction that goes on with a fact. */
const MOST_WORDS_A_SENTENCE = 40;

/** What the writer says, sentence by sentence, in one language and tone. */
interface Sentences {
  readonly greeting: string | null;
  readonly quote: string;
  /** Who writes, and the owner's sentence: one sentence or two. */
  readonly owner: readonly string[];
  readonly closing: string;
}

/**
 * One message: what was read, who writes with one of the owner's sentences, and the closing. The length decides only the
 * layout, the variant the order.
 */
export function compose(request: DraftRequest, material: Material, variant: DraftVariant): string {
  const { greeting, quote, owner, closing } = sentencesOf(request, material);
  const [self = '', ...facts] = owner;
  const isOffer = variant === 'offer-first';
  if (request.length === 'multiple_paragraphs') {
    const parts = isOffer ? [[self], [quote, ...facts], [closing]] : [[quote], owner, [closing]];
    const paragraphs = parts.map((sentences) => sentences.map(capital).join(' '));
    return [...(greeting === null ? [] : [greeting]), ...paragraphs].join('\n\n');
  }
  const body = [...(isOffer ? [self, quote, ...facts] : [quote, ...owner]), closing];
  const [first = '', ...rest] = body;
  const begin = request.length === 'sentences' || greeting === null ? capital(first) : `${greeting} ${first}`;
  return [begin, ...rest.map(capital)].join(' ');
}

function sentencesOf(request: DraftRequest, material: Material): Sentences {
  const { lead, messageType, length, ownTone } = request;
  const language = languageOfPost(lead);
  const isForeign = language === 'de' || language === 'fr' || language === 'es';
  const foreign = isForeign && material.business.language === language ? foreignPhrases[language] : null;
  const phrases = foreign ?? phrasesOf[nearestTone(request)];
  const manners = ownTone ? ownManners(ownTone) : { greeting: null, closing: null };
  const name = /^[\w-]{1,40}$/.test(lead.author) ? lead.author : null;
  const greet = manners.greeting === null ? phrases.greeting : (to: string) => `${manners.greeting ?? ''} ${to},`;
  const { closingLine = '' } = request.business;
  const line = closingLine === '' ? phrases.closing : closingLine;
  const quote = quoteOf(phrases, material.quote, messageType, foreign?.marks ?? ['"', '"']);
  return {
    greeting: messageType === 'dm' && length !== 'sentences' ? greet(name ?? defaultNames[language] ?? 'there') : null,
    quote,
    owner: foreign
      ? [
          foreign.self(material.business.name),
          ...(material.fact === null || length === 'sentences' ? [] : [material.fact]),
        ]
      : ownersPart(request, material, quote),
    // Two or three sentences have no room for a line that is none, such as "Cheers, Jo".
    closing: manners.closing !== null && length !== 'sentences' ? manners.closing : line,
  };
}

/** What stands for the name of a reader who has none. */
const defaultNames: Readonly<Partial<Record<string, string>>> = { de: 'zusammen', fr: 'à vous', es: 'a ti' };

function quoteOf(
  phrases: Pick<TonePhrases, 'message' | 'comment' | 'plain'>,
  quote: Clause | null,
  type: DraftRequest['messageType'],
  [open, close]: readonly [string, string],
): string {
  if (quote === null) return phrases.plain;
  const plain = quote.text.replaceAll('"', "'");
  const inside = quote.form === 'title' || quote.form === 'asks' ? plain : startLower(plain, /^i\b/i.test(plain));
  const whole = `${open}${inside}${close}${/[?!]$/.test(plain) ? '' : '.'}`;
  return phrases[type === 'dm' ? 'message' : 'comment'][quote.form](whole);
}

/** Who writes, and the owner's sentence. The business is introduced once, and as briefly as the words allow. */
function ownersPart({ messageType, tone, length }: DraftRequest, material: Material, quote: string): string[] {
  const { business, fact, isFactNearer } = material;
  const am = tone === 'casual' ? "'m" : ' am';
  const introduce = (clause: string) =>
    messageType === 'comment' ? phrasesOf[tone].disclosure(clause) : `${capital(clause)}.`;
  const whole = introduce(business.introduce(am));
  if (fact === null) return [whole];
  const brief = business.name === null ? null : briefly(business.introduce(am));
  const isOne = splitSentences(fact).length === 1;
  if (length === 'sentences') {
    if (brief === null || !isFactNearer || !isOne) return [whole];
    const fully = business.introduce(am);
    const self = fully.includes(', and ') || wordsIn(`${fully} ${fact}`) > MOST_WORDS_A_SENTENCE ? brief : fully;
    return [introduce(`${self}, and ${startLower(fact.replace(/\.$/, ''))}`)];
  }
  if (wordsIn(`${quote} ${whole} ${fact}`) <= MOST_WORDS) return [whole, fact];
  if (!isFactNearer || brief === null) return [whole];
  return [introduce(brief), fact];
}

/** An introduction to the end of the first thing that the business does, or of its name. */
function briefly(introduction: string): string {
  return introduction.replace(/^([^,]+(?:, which [^,;:(]+)?).*$/s, '$1');
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
