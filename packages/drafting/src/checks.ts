import { fold } from '@earshot/text';
import type { MessageLength } from '@earshot/proto/values';
import { wordsOfOwner } from './business.ts';
import { denials, inventedClaims } from './claims.ts';
import type { DraftRequest } from './drafter.ts';
import { grammarFaults, repeatsItself, withoutQuotes } from './grammar.ts';
import { languageOf, languageOfPost } from './language.ts';
import { ownManners } from './own-tone.ts';
import { readOwnersWords } from './owners-words.ts';
import { clausesOf } from './post.ts';
import { discloses, LINK } from './promotion.ts';
import { splitParagraphs, splitSentences } from './sentences.ts';

/** The most characters of a message. The site itself refuses comments over 10,000. */
const MAX_LENGTH = 3000;

const PLACEHOLDER = /\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>|\b(?:lorem ipsum|todo|insert \w+ here)\b|X{3,}/gi;

/** Flattery and pressure, which nobody wants to read from a stranger. */
const PUSHY =
  /\b(?:great (?:post|question)|amazing|awesome|game[- ]chang\w+|act now|hurry|don['’]t miss|you (?:have|need) to (?:try|buy)|best on the market|revolutionary|I hope this (?:message|email) finds you)\b/i;

/**
 * The gate before any draft is shown: the faults that keep a draft from being sent unchanged, worded so that a writer can
 * fix them. Empty without faults.
 */
export function faultsOf(request: DraftRequest, message: string): string[] {
  const { lead, business } = request;
  const owner = wordsOfOwner(business);
  const judged = withoutOwnersSentences(message, request);
  const known = [owner, lead.title, lead.content, lead.community, lead.communityLabel, lead.author].join('\n');
  const faults = [
    ...lengthFaults(message, request.length),
    ...(message.length > MAX_LENGTH ? [`it has more than ${String(MAX_LENGTH)} characters`] : []),
    ...(strangers(message, owner, PLACEHOLDER).length > 0 ? ['it has a placeholder or brackets'] : []),
    ...strangers(message, known, /\d+(?:[.,]\d+)*/g).map((figure) => `the figure ${figure} is nowhere in the facts`),
    // A link of the post does not count: its author may have put it there for others to spread.
    ...strangers(message, owner, new RegExp(LINK, 'gi')).map(() => "it has a link that is not the business's own"),
    ...inventedClaims(message, owner, `${lead.title}\n${lead.content}`),
    ...denials(message, owner),
    ...(PUSHY.test(withoutQuotes(message)) ? ['it flatters or presses the reader'] : []),
    ...(repeatsItself(message) ? ['it repeats a sentence'] : []),
    ...(isInLanguageOf(request, message) ? [] : ['it is not in the language of the post']),
    ...(languageOf(withoutQuotes(message)) === 'en' ? grammarFaults(judged) : []),
    ...(namesDetail(message, request) ? [] : ['it does not repeat any detail of the post in its own words']),
  ];
  if (request.messageType === 'comment' && !discloses(message, business.description)) {
    faults.push('it does not say that the writer belongs to the business');
  }
  return faults;
}

function lengthFaults(message: string, length: MessageLength): string[] {
  const paragraphs = splitParagraphs(message).length;
  const sentences = splitSentences(message).length;
  if (length === 'multiple_paragraphs') {
    return paragraphs === 3 || paragraphs === 4 ? [] : [`it has ${String(paragraphs)} paragraphs instead of 3 or 4`];
  }
  if (paragraphs !== 1 || message.includes('\n')) return ['it is not one paragraph'];
  if (length === 'single_paragraph') return [];
  return sentences === 2 || sentences === 3 ? [] : [`it has ${String(sentences)} sentences instead of 2 or 3`];
}

/** The message with an empty quotation for each whole sentence of the owner: these are the owner's to word. */
function withoutOwnersSentences(message: string, { business, ownTone }: DraftRequest): string {
  const closing = ownTone === undefined ? null : ownManners(ownTone).closing;
  const theirs = [...readOwnersWords(business, '').sentences, business.closingLine ?? '', closing ?? ''];
  return theirs.filter((text) => text.length > 1).reduce((rest, text) => rest.replaceAll(text, '"".'), message);
}

/** Whether the message is in the language of the post or of the owner's words, or in English. */
function isInLanguageOf({ lead, business }: DraftRequest, message: string): boolean {
  const written = languageOf(withoutQuotes(message));
  const language = languageOfPost(lead);
  const isOurs = written === 'en' && !['de', 'fr', 'es'].includes(language);
  return written === null || written === language || written === (languageOf(business.description) ?? 'en') || isOurs;
}

/** Matches of `kind` in the message that occur nowhere in the known texts. */
function strangers(message: string, known: string, kind: RegExp): string[] {
  return [...message.matchAll(kind)].map(([found]) => found).filter((found) => !known.includes(found));
}

/** Whether the message contains three consecutive words of the post, or a quotation from it, if it has one to offer. */
function namesDetail(message: string, { lead }: DraftRequest): boolean {
  const post = ` ${wordsOf(lead.title).join(' ')} | ${wordsOf(lead.content).join(' ')} `;
  const written = wordsOf(message);
  if (clausesOf(lead).length === 0) return true;
  // In scripts without spaces, a whole sentence counts as one word.
  const enough = (words: readonly string[]) => words.length > 1 || (words[0]?.length ?? 0) >= 6;
  const inPost = (words: readonly string[]): boolean => enough(words) && post.includes(` ${words.join(' ')} `);
  const quoted = [...message.matchAll(/["“„«]\s?([^"”“»]+?)\s?["”“»]/g)].map(([, quote]) => wordsOf(quote ?? ''));
  return (
    quoted.some(inPost) ||
    written.some((_word, index) => index + 3 <= written.length && inPost(written.slice(index, index + 3)))
  );
}

function wordsOf(text: string): string[] {
  return fold(text.replaceAll('&amp;', '&')).text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
