import { readAsk } from './ask.ts';
import { LINK } from './promotion.ts';
import { isTouchy, lowerStart, toSecondPerson } from './second-person.ts';
import { stemsOf } from './stems.ts';
import { splitSentences } from './sentences.ts';

/** Details of a post, in its own words, that a message can mention. */
export interface PostDetails {
  /**
   * The main part of the title, or the first sentence of the text: 2 to 14 words. Null when the post has no usable
   * words.
   */
  readonly headline: string | null;
  /** An informative sentence of the text, other than the headline. */
  readonly detail: string | null;
  /** The title if it is short enough to quote. */
  readonly title: string | null;
  /** The question as a clause that follows "you": "asked how to replace your sink". */
  readonly ask: string | null;
  /** A statement about the author's case, in the second person: "your client is late on payment". */
  readonly statement: string | null;
  readonly kind: PostKind;
}

/**
 * `choice`: asks which; `search`: looks for something or somebody; `problem`: describes a problem; `question`: asks
 * anything else; `talk`: none of these.
 */
export type PostKind = 'choice' | 'search' | 'problem' | 'question' | 'talk';

const MAX_QUOTE = 110;

const ASKED: readonly (readonly [PostKind, RegExp])[] = [
  [
    'choice',
    /^are deciding|\babout the (?:best|right|cheapest|easiest|better)\b|\bwhich\b|\bothers (?:use|recommend|prefer|like)\b|\banyone (?:recommends|uses)\b|\brecommend\w*/,
  ],
  [
    'search',
    /^(?:are looking for|need an?\b|want an?\b|would like an?\b|are trying to (?:buy|find|hire|purchase|get an?)\b)|\banyone knows of\b|\bwhether there (?:is|are)\b/,
  ],
];
const PROBLEM =
  /\b(?:problem|issue|trouble|struggl|stuck|can['’]?t|cannot|won['’]?t|refus|frustrat|broke|leak|worried|not \w+ing\b|overwhelm|keeps? \w+ing|stopped \w+ing)/i;
const QUESTION = /\?|\bhow (?:do|can|should|would|to)\b|\bany(?:one| advice| tips)\b/i;

function kindOf(ask: string | null, title: string, all: string): PostKind {
  const asked = ASKED.find(([, regex]) => ask !== null && regex.test(ask))?.[0];
  if (asked !== undefined) return asked;
  if (PROBLEM.test(title)) return 'problem';
  if (ask !== null || QUESTION.test(title)) return 'question';
  return PROBLEM.test(all) ? 'problem' : QUESTION.test(all) ? 'question' : 'talk';
}

/** The most characters of a title that can be quoted within a sentence. */
const MAX_TITLE = 70;

function titleQuote(title: string): string | null {
  const plain = title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.!?,:;-]+$/, '');
  const fit = plain.length >= 5 && plain.length <= MAX_TITLE && !/["“”[\]{}<>|*_~^`\\@]|u\/|[.!?]\s/.test(plain);
  return fit && !LINK.test(plain) && !GREETING.test(plain) && !isTouchy(plain) ? plain : null;
}

/** `about` is the business's description; among several details, the one closest to it is used. */
export function readDetails(post: { readonly title: string; readonly content: string }, about = ''): PostDetails {
  const title = decode(post.title);
  const content = decode(post.content);
  const sentences = sentencesOf(content);
  const [longest] = sentencesOf(title)
    .filter((sentence) => !GREETING.test(sentence))
    .sort((a, b) => b.length - a.length);
  const headline = (longest && longest.split(' ').length > 2 ? longest : (sentences[0] ?? longest)) ?? null;
  const all = `${title}\n${content.slice(0, 600)}`;
  const whole = [...wholeSentences(title), ...wholeSentences(content.slice(0, 1500))];
  const titled = wholeSentences(title).find((sentence) => readAsk(sentence, true) !== null);
  const asking = titled ?? whole.find((sentence) => readAsk(sentence) !== null);
  const ask = asking === undefined ? null : readAsk(asking, titled !== undefined);
  const detail = sentences
    .filter((sentence) => headline === null || !overlaps(sentence, headline))
    .filter(
      (sentence) =>
        (asking === undefined || (!overlaps(sentence, asking) && readAsk(sentence) === null)) && !isTouchy(sentence),
    )
    .map((sentence, index) => ({ sentence, weight: telling(sentence) - index * 0.1 }))
    .sort((a, b) => b.weight - a.weight)[0];
  return {
    headline,
    title: titleQuote(title),
    ask,
    statement: statementOf(
      whole.filter((sentence) => sentence !== asking),
      stemsOf(about),
    ),
    detail: detail && detail.weight > 0 ? detail.sentence : null,
    kind: kindOf(ask, title, all),
  };
}

/** Sentences without links, markup or line breaks, with their end marks. */
function wholeSentences(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:[>*#|-]|\d+[.)])/.test(line))
    .flatMap((line) => splitSentences(line.replace(/\s+/g, ' ').trim()))
    .filter((sentence) => !/[[\]{}<>|*_#~^`\\@]|\/r\/|r\/\w|\bu\//.test(sentence) && !LINK.test(sentence));
}

/** Begins with its subject, so that it can be understood alone. */
const ABOUT = /^(?:I|We|My|Our|I['’](?:m|ve|d)|We['’](?:re|ve))\s/;
const SMALL_TALK =
  /^(?:I|We|I['’]m|I['’]ve|I['’]d|I am|I was|I have)(?: just| also| really)? (?:hope|wonder|wondering|apologi|appreciate|would appreciate|love|think|guess|know|realize|understand|feel|post|posted|read|figured|saw|mean|believe|assume|swear|new here|new to this|told|said|curious|asking|sure|lurk\w*|a lurker|glad|thank)\b|\b(?:subreddit|reddit|redd\w+|this post|this thread|this sub|upvote\w*|comments?|links?|photos? below|below|above|here)\b/i;

/** Refers to earlier sentences. */
const POINTS_BACK = /^(?:\S+ ){1,4}(?:it|him|her|them|this|that|these|those)\b/i;

/** The most informative statement about the author's own case, in the second person. */
function statementOf(sentences: readonly string[], about: ReadonlySet<string>): string | null {
  const [best] = sentences
    .filter((sentence) => {
      const words = sentence.split(' ').length;
      return (
        ABOUT.test(sentence) &&
        !sentence.includes('?') &&
        words >= 5 &&
        words <= 20 &&
        !SMALL_TALK.test(sentence) &&
        !POINTS_BACK.test(sentence) &&
        !/\.\.|…/.test(sentence)
      );
    })
    .map((sentence, index) => ({
      statement: toSecondPerson(lowerStart(sentence.replace(/[\s.!,:;-]+$/, ''))),
      weight:
        telling(sentence) + Math.min(2, [...stemsOf(sentence)].filter((stem) => about.has(stem)).length) - index * 0.15,
    }))
    .filter(({ statement, weight }) => statement !== null && weight >= 2.2)
    .sort((a, b) => b.weight - a.weight);
  return best?.statement ?? null;
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' ? '\n' : ' '));
}

const UNQUOTABLE = new RegExp(
  `${LINK.source}|\\S+@\\S+|\\/?u\\/[\\w-]+|\\[[^\\]]*\\]|[[\\]{}<>|*_#~^\`"“”\\\\\\n]|\\((?=http)`,
  'i',
);

/** Splits the text at everything that must not be quoted: links, markup, tags in brackets, names of people. */
function pieces(text: string): string[] {
  return text
    .split(UNQUOTABLE)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function sentencesOf(text: string): string[] {
  return pieces(text.slice(0, 2500))
    .flatMap((piece) => splitSentences(piece))
    .map(quotable)
    .filter((sentence) => sentence !== null)
    .slice(0, 25);
}

/** A fragment that can be quoted: whole words, no sentence end inside, not too long. Null when nothing is left. */
function quotable(text: string): string | null {
  const [first = ''] = splitSentences(text);
  let fragment = trim(first.replace(/[.!?]["')]*\s.*$/s, ''));
  if (fragment.length > MAX_QUOTE) {
    const cut = fragment.slice(0, MAX_QUOTE);
    const clause = Math.max(
      cut.lastIndexOf(', '),
      cut.lastIndexOf(' - '),
      cut.lastIndexOf('; '),
      cut.lastIndexOf(' ('),
    );
    const shorter = trim(clause > 35 ? cut.slice(0, clause) : cut.replace(/\s+\S*$/, ''));
    fragment = trim(
      shorter.replace(
        /(?:\s+(?:a|an|the|and|or|but|to|of|in|on|at|for|with|my|our|is|are|i|we|that|which|so|as|it|if|from|by))+$/i,
        '',
      ),
    );
  }
  const words = fragment.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (words < 2) return null;
  return first.trim().length > MAX_QUOTE ? `${fragment}…` : fragment;
}

/** Words that connect a sentence to the one before it. */
const TIES =
  /^(?:and|but|so(?! far)|because|or|however|also|then|plus|anyway|basically|well|now|ok|okay|here(?:'s| is) (?:the|my) \w+:|edit:)[,\s]+(?=\S)/i;

function trim(text: string): string {
  const start = text
    .replace(/^[^\p{L}\p{N}$£€]+/u, '')
    .replace(TIES, '')
    .replace(TIES, '');
  const closed = start.lastIndexOf('(') > start.lastIndexOf(')') ? start.slice(0, start.lastIndexOf('(')) : start;
  const ended = closed.replace(/[^\p{L}\p{N}%)+]+$/u, '');
  return ended.includes('(') ? ended : ended.replace(/[^\p{L}\p{N}%+]+$/u, '');
}

const DANGLING =
  /\b(?:like|is|are|was|at|to|see|from|with|on|in|of|the|a|an|here|this|that|as|than|and|or|but|for|by|called|my|our|looks?)$/i;
const GREETING = /^(?:hi|hello|hey|greetings|good (?:morning|evening))\b.{0,20}$/i;

/** Scores how much a sentence reveals about its author's need. */
function telling(sentence: string): number {
  const words = sentence.split(/\s+/).length;
  const own = /\b(?:i|i'm|i've|my|we|we're|we've|our)\b/i.test(sentence) ? 1 : 0;
  const need =
    /\b(?:need|want|looking|trying|can't|won't|keeps?|problem|struggl\w+|budget|cost|recommend|afford|hard|spend|hours?|every|tired|without)\b/i.test(
      sentence,
    )
      ? 1
      : 0;
  const size = words >= 6 && words <= 20 ? 1 : words < 4 ? -2 : 0;
  // A link was probably removed from the end, so the sentence is incomplete.
  const dangling = DANGLING.test(sentence) ? -3 : 0;
  const empty = /\b(?:thanks?|sorry|edit|hello|hi|hey|cheers|tl;?dr|appreciated|title says)\b/i.test(sentence) ? -3 : 0;
  return own + need + size + empty + dangling;
}

function overlaps(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.includes(b.slice(0, 30)) || b.includes(a.slice(0, 30));
}
