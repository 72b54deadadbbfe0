import type { MessageLength } from '@earshot/proto/values';
import { inventedClaims } from './claims.ts';
import type { DraftRequest } from './drafter.ts';
import { discloses, LINK } from './promotion.ts';
import { splitParagraphs, splitSentences } from './sentences.ts';

/** The most characters of a message. The site itself refuses comments over 10,000. */
const MAX_LENGTH = 3000;

const PLACEHOLDER = /\[[^\]]*\]|\{[^}]*\}|<[^>]*>|\b(?:lorem ipsum|todo|insert \w+ here)\b|X{3,}/i;

/**
 * The faults that keep a draft from being sent unchanged, worded so that a writer can fix them. Empty without faults.
 */
export function faultsOf(request: DraftRequest, message: string): string[] {
  const known = `${request.business.description}\n${request.lead.title}\n${request.lead.content}\n${request.lead.subreddit}\n${request.lead.communityLabel}\n${request.lead.author}`;
  const faults = [
    ...lengthFaults(message, request.length),
    ...(message.length > MAX_LENGTH ? [`it has more than ${String(MAX_LENGTH)} characters`] : []),
    ...(PLACEHOLDER.test(message) ? ['it has a placeholder or brackets'] : []),
    ...strangers(message, known, /\d+(?:[.,]\d+)*/g).map((figure) => `the figure ${figure} is nowhere in the facts`),
    // A link of the post does not count: its author may have put it there for others to spread.
    ...strangers(message, request.business.description, new RegExp(LINK, 'gi')).map(
      () => "it has a link that is not the business's own",
    ),
    ...inventedClaims(message, request.business.description, `${request.lead.title}\n${request.lead.content}`),
    ...(namesDetail(message, request) ? [] : ['it does not repeat any detail of the post in its own words']),
  ];
  if (request.messageType === 'comment' && !discloses(message, request.business.description)) {
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

/** Matches of `kind` in the message that occur nowhere in the known texts. */
function strangers(message: string, known: string, kind: RegExp): string[] {
  return [...message.matchAll(kind)].map(([found]) => found).filter((found) => !known.includes(found));
}

/** Whether the message contains three consecutive words of the post, or a quotation from it. */
function namesDetail(message: string, { lead }: DraftRequest): boolean {
  const post = ` ${wordsOf(lead.title).join(' ')} | ${wordsOf(lead.content).join(' ')} `;
  const written = wordsOf(message);
  if (wordsOf(post).length < 3) return true;
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
  return (
    text
      .replaceAll('&amp;', '&')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
