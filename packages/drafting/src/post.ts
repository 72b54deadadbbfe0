import { LINK } from './promotion.ts';
import { splitSentences } from './sentences.ts';
import type { QuoteForm } from './tones.ts';

/** A part of a post that can be quoted within a sentence and understood alone, unchanged but for its first letter. */
export interface Clause {
  readonly text: string;
  readonly form: QuoteForm;
}

interface Post {
  readonly title: string;
  readonly content: string;
}

/** The most characters of a quotation: a longer one repeats the post instead of naming its point. */
const MAX_QUOTE = 110;
/** The most sentences of a text that are considered: posts make their point early. */
const MAX_READ = 14;

/** What a post says that can be quoted, in the order of the post, the title first. */
export function clausesOf(post: Post): Clause[] {
  const titles = splitSentences(titleOf(post.title));
  const titled = titles
    .filter((text) => isQuotable(text, 3) && (titles.length === 1 || !SMALL_TALK.test(text)))
    .map((text) => clauseOf(text, titles.length === 1 ? 'title' : 'says'));
  const others = sentencesOf(post.content)
    .flatMap(partsOf)
    .map((text) => clauseOf(text, 'says'));
  return [...titled, ...others.filter(({ text }) => !titled.some((one) => overlaps(text, one.text)))];
}

/** The whole sentences of a post that its author wrote: to judge what the post is about, not to quote it. */
export function statementsOf(post: Post): string[] {
  const body = linesOf(post.content).flatMap(splitSentences).slice(0, MAX_READ);
  return [titleOf(post.title), ...body].filter((text) => /\p{L}{2}/u.test(text));
}

/** The title without tags in brackets. */
function titleOf(title: string): string {
  return decode(title)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:\[[^\]]*\]\s*)+|^title:\s+|^(?:ask|tell) hn:\s+/i, '')
    .replace(/\[[^[\]]*\]$/, '')
    .trim();
}

function linesOf(content: string): string[] {
  return decode(content)
    .split(/\n\s*/)
    .filter((line) => !/^\s*(?:[>*#|~-]|\d+[.)])/.test(line))
    .map((line) => line.replace(/\s+/g, ' ').trim());
}

/** The sentences of a text that can be understood alone. */
function sentencesOf(content: string): string[] {
  return linesOf(content)
    .flatMap(splitSentences)
    .slice(0, MAX_READ)
    .filter((text) => STARTS.test(text) && !POINTS_BACK.test(text) && !SMALL_TALK.test(text));
}

/** The sentence, if it is short enough to be quoted, or else its clauses that stand alone. */
function partsOf(sentence: string): string[] {
  if (sentence.length <= MAX_QUOTE) return isQuotable(sentence, 5) ? [sentence] : [];
  return sentence
    .split(/(?:,|;)\s+(?:and |but |so |because )?|\s(?:and|but|because)\s(?=(?:i|we|my|our)\b)/i)
    .filter((part) => /^(?:i|i['’]m|i['’]ve|we|we['’]re|my|our)\s/i.test(part) && isQuotable(part, 5));
}

const WANTS =
  /^(?:(?:i['’]?m|i am|we['’]?re|we are) )?(?:(?:currently|now|just|still) )?(?:looking|searching) for (.{3,})$/i;

function clauseOf(sentence: string, form: 'title' | 'says'): Clause {
  const text = sentence.trim().replace(/[\s.,:!-]+$/, '');
  const request = WANTS.exec(text)?.[1];
  if (request !== undefined && !/[.?!]/.test(request)) return { text: request, form: 'wants' };
  return { text, form: text.endsWith('?') ? 'asks' : form };
}

/** Begins like a sentence. Many authors write "i" and "my" in lower case, but other words are a cut-off sentence. */
const STARTS =
  /^(?:\p{Lu}|[¿¡$£€]|\d\S* \p{Ll}|(?:i|im|i['’]\w+|my|we|our|how|what|which|is|are|does|do|can|any|anyone|should|no idea)\b)/u;
/** Refers to earlier sentences, or only introduces others. */
const POINTS_BACK =
  /^(?:it|its|it['’]s|this|that|that['’]s|these|those|they|he|she|him|her|them|so|and|but|or|because|which|who|then|also|plus|anyway|however|though|although|yes|no|nope|yeah|same|both|neither|either|such|another|other|otherwise|instead|for example|second|third|next|finally|lastly|i (?:doubt|think|guess|agree) (?:it|its|it['’]s|so|that)|e\.g|here|there)\b(?! idea)|:$|\b(?:above|below|as follows|following|aforementioned)\b|^(?:\S+ ){1,4}(?:it|this|that|these|those|them|so|here|or what)[.?!]?$|\bhere\.?$|^(?:i|we) (?:just|basically|really) /i;
/** Says nothing about the author's case. */
const SMALL_TALK =
  /\b(?:thanks?|thank you|thx|sorry|edit\w*|hello|hi|hey|cheers|tl;?dr|appreciated?|title says|upvote\w*|downvote\w*|subreddit|this sub|redd\w+|first post|long[- ]time lurker|throwaway|mods?|flair|cross-?post\w*|x-?post\w*|dm me|pm me|lol|lmao|wtf|haha)\b/i;
/** Markup, mentions, names in brackets and typographic noise must not be quoted. */
const MARKED =
  /["“”„«»[\]{}<>|*_#~^`\\@=;…]|\.\.|[!?]{2}|(?:^|\W)\/?[ru]\/\w|\p{Extended_Pictographic}|[:;]-?[()DP]|\s[,.;:?!]|X{3,}|\btodo\b|lorem ipsum|insert \w+ here|&#?\w+;/iu;
/** Bodies, grief, crime and abuse: subjects that nobody wants a seller to repeat. */
const TOUCHY =
  /\b(?:fat|fatty|ugly|overweight|obese|slim|skinny|moobs|embarrass\w*|humiliat\w*|asham\w*|cried|crying|died|dying|death|dead|kill\w*|euthan\w*|divorc\w*|suicid\w*|depress\w*|rap(?:e|ed|ist)|abus\w*|pregnan\w*|miscarr\w*|cancer|tumou?r|autis\w*|disab\w+|fuck\w*|shit\w*|bitch\w*|ass|asshole\w*|crap\w*|piss\w*|damn|whore\w*|retard\w*|idiot\w*|stupid|moron\w*|dumb|loser|failure|desperate\w*|pathetic|naked|sex\w*|\d+ ?(?:lbs?|pounds|kg|kilos)|los(?:e|ing) (?:\w+ )?weight)\b/i;

/** Ends with a letter alone, as "present, e" of "present, E. coli absent". */
const CUT_OFF = /\s[b-hj-z]\.?$/i;

/** Whether a stranger could repeat the text in quotation marks. */
function isQuotable(text: string, fewestWords: number): boolean {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
  const enough =
    words >= fewestWords || (words >= 1 && words < 3 && /[\p{Script=Han}\p{Script=Hiragana}]{5}/u.test(text));
  const closed = text.split('(').length === text.split(')').length;
  return (
    enough &&
    closed &&
    text.length <= MAX_QUOTE &&
    !/[.?!]\s/.test(text) &&
    !CUT_OFF.test(text) &&
    !MARKED.test(text) &&
    !LINK.test(text) &&
    !TOUCHY.test(text) &&
    !shouts(text)
  );
}

/** Whether there are more words in capitals than abbreviations explain. */
function shouts(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).length > 2;
}

function overlaps(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.includes(b.slice(0, 30)) || b.includes(a.slice(0, 30));
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('\u200b', '')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' ? '\n' : ' '));
}
