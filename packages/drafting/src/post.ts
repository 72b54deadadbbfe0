import { LINK } from './promotion.ts';
import { splitSentences } from './sentences.ts';
import { stemsOf } from './stems.ts';

/** The parts of a post that a message can refer to. */
export interface PostReading {
  /** Whole sentences of the post, unchanged and fit to be quoted, the most informative first; at most three. */
  readonly quotes: readonly Quote[];
  readonly kind: PostKind;
}

export interface Quote {
  readonly text: string;
  readonly isTitle: boolean;
}

/** `search`: looks for something or somebody; `problem`: describes a problem; `question`: asks anything else; `talk`: none of these. */
export type PostKind = 'search' | 'problem' | 'question' | 'talk';

interface Post {
  readonly title: string;
  readonly content: string;
}

const MAX_QUOTES = 3;
const MAX_QUOTE = 150;
/** The most sentences of a text that are considered: posts make their point early. */
const MAX_READ = 30;

/** `about` describes the business: among several sentences, those close to it are preferred. */
export function readPost(post: Post, about = ''): PostReading {
  const [title, content] = [decode(post.title), decode(post.content)];
  const [near, subject] = [stemsOf(about), stemsOf(title)];
  const closeness = (text: string) => Math.min(2, [...stemsOf(text)].filter((stem) => near.has(stem)).length);
  const titled = titlesOf(title);
  const quotes = [
    ...titled.map((text, index) => ({
      text,
      isTitle: true,
      weight: telling(text) + closeness(text) + (text.split(' ').length < 4 ? 0 : 2.5) - index * 0.5,
    })),
    ...sentencesOf(content)
      .filter((text) => !titled.some((one) => overlaps(text, one)))
      .map((text, index) => {
        const onSubject = [...stemsOf(text)].some((stem) => subject.has(stem)) ? 0.5 : 0;
        const weight = telling(text) + closeness(text) + onSubject - (POINTS.test(text) ? 1.25 : 0) - index * 0.1;
        return { text, isTitle: false, weight };
      })
      .filter(({ weight }) => weight >= 1.5),
  ].sort((a, b) => b.weight - a.weight);
  return {
    quotes: quotes.slice(0, MAX_QUOTES).map(({ text, isTitle }) => ({ text, isTitle })),
    kind: kindOf(title, `${title}\n${content.slice(0, 600)}`),
  };
}

const SEARCH =
  /\b(?:looking for|in search of|recommend\w*|suggestions?|alternatives? to|where (?:can|do) i (?:find|buy|get)|anyone (?:know|use)\w*)/i;
const CHOICE =
  /\b(?:which|vs\.?|best|(?:need|want|hire|hiring) (?:an?|some|someone|somebody)\b(?! (?:help|advice|ideas|tips|input)))/i;
const PROBLEM =
  /\b(?:problem|issue|trouble|struggl|stuck|can['’]?t|cannot|won['’]?t|refus|frustrat|broke|leak|worried|not \w+ing\b|overwhelm|keeps? \w+ing|stopped \w+ing|reject|denied|crash|too (?:slow|expensive))/i;
const QUESTION = /\?|\bhow (?:do|can|should|would|to)\b|\bany(?:one| advice| tips)\b/i;

function kindOf(title: string, all: string): PostKind {
  if (SEARCH.test(title) || CHOICE.test(title)) return 'search';
  if (PROBLEM.test(title)) return 'problem';
  if (QUESTION.test(title)) return 'question';
  if (SEARCH.test(all)) return 'search';
  return QUESTION.test(all) ? 'question' : 'talk';
}

/** The sentences of a title that can be quoted, without tags in brackets. */
function titlesOf(title: string): string[] {
  const plain = title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:\[[^\]]*\]\s*)+|^title:\s+/i, '')
    .replace(/\s*\[[^\]]*\]$/, '');
  const sentences = splitSentences(plain);
  return sentences
    .filter(
      (text) => isQuotable(text, 3) && (sentences.length === 1 || !(POINTS_BACK.test(text) || SMALL_TALK.test(text))),
    )
    .map(ended);
}

/** The sentences of a text that can be quoted and understood alone. */
function sentencesOf(content: string): string[] {
  return content
    .slice(0, 4000)
    .split('\n')
    .filter((line) => !/^\s*(?:[>*#|~-]|\d+[.)])/.test(line))
    .flatMap((line) => splitSentences(line.replace(/\s+/g, ' ').trim()))
    .slice(0, MAX_READ)
    .filter((text) => STARTS.test(text) && !POINTS_BACK.test(text) && !SMALL_TALK.test(text) && isQuotable(text, 5))
    .map(ended);
}

/** Begins like a sentence. Many authors write "i" and "my" in lower case, but other words are a cut-off sentence. */
const STARTS =
  /^(?:\p{Lu}|[¿¡$£€]|\d\S* \p{Ll}|(?:i|im|i['’]\w+|my|we|our|how|what|which|is|are|does|do|can|any|anyone|should)\b)/u;

/** Refers to earlier sentences, or only introduces others. */
const POINTS_BACK =
  /^(?:it|its|it['’]s|this|that|that['’]s|these|those|they|he|she|him|her|them|so|and|but|or|because|which|who|then|also|plus|anyway|however|though|although|yes|no|nope|yeah|same|both|neither|either|such|another|other|otherwise|instead|for example|second|third|next|finally|lastly|i (?:doubt|think|guess|agree) (?:it|its|it['’]s|so|that)|e\.g|here|there)\b|:$|\b(?:above|below|as follows|following|aforementioned)\b|^(?:\S+ ){1,4}(?:it|this|that|these|those|them|so|here|or what)[.?!]?$|\bhere\.?$|^(?:i|we) (?:just|basically|really) /i;
/** Is about something that other sentences name. */
const POINTS = /\b(?:they|them|he|him|she|her|this|these|those)\b/i;
/** Says nothing about the author's case. */
const SMALL_TALK =
  /\b(?:thanks?|thank you|thx|sorry|edit\w*|hello|hi|hey|cheers|tl;?dr|appreciated?|title says|upvote\w*|downvote\w*|subreddit|this sub|redd\w+|first post|long[- ]time lurker|throwaway|mods?|flair|cross-?post\w*|x-?post\w*|dm me|pm me|lol|lmao|wtf|haha)\b/i;
/** Markup, mentions, names in brackets and typographic noise must not be quoted. */
const MARKED =
  /["“”„«»[\]{}<>|*_#~^`\\@=;…]|\.\.|[!?]{2}|(?:^|\W)\/?[ru]\/\w|\p{Extended_Pictographic}|[:;]-?[()DP]|\s[,.;:?!]|X{3,}|\btodo\b|lorem ipsum|insert \w+ here|&#?\w+;/iu;
/** Bodies, grief, crime and abuse: subjects that nobody wants a seller to repeat. */
const TOUCHY =
  /\b(?:fat|fatty|ugly|overweight|obese|slim|skinny|moobs|embarrass\w*|humiliat\w*|asham\w*|cried|crying|died|dying|death|dead|kill\w*|euthan\w*|divorc\w*|suicid\w*|depress\w*|rap(?:e|ed|ist)|abus\w*|pregnan\w*|miscarr\w*|cancer|tumou?r|autis\w*|disab\w+|fuck\w*|shit\w*|bitch\w*|ass|asshole\w*|crap\w*|piss\w*|damn|whore\w*|retard\w*|idiot\w*|stupid|moron\w*|dumb|loser|failure|desperate\w*|pathetic|naked|sex\w*|\d+ ?(?:lbs?|pounds|kg|kilos)|los(?:e|ing) (?:\w+ )?weight)\b/i;

/** Whether a stranger could repeat the sentence in quotation marks. */
function isQuotable(text: string, fewestWords: number): boolean {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
  const enough =
    words >= fewestWords || (words >= 1 && words < 3 && /[\p{Script=Han}\p{Script=Hiragana}]{5}/u.test(text));
  const closed = text.split('(').length === text.split(')').length;
  return (
    enough &&
    closed &&
    text.length <= MAX_QUOTE &&
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

/** Without a final full stop; a question mark stays, because it is part of what is said. */
function ended(text: string): string {
  return text.trim().replace(/[\s.,:!-]+$/, '');
}

/** Scores how much a sentence reveals about its author's need. */
function telling(text: string): number {
  const words = text.split(' ').length;
  const own = /\b(?:i|i['’]m|i['’]ve|my|we|we['’]re|we['’]ve|our|me|us)\b/i.test(text) ? 1 : 0;
  const need =
    /\b(?:need|want|looking|trying|can['’]?t|cannot|won['’]?t|keeps?|problem|issue|struggl\w+|stuck|budget|cost\w*|recommend\w*|afford|hard|spend\w*|hours?|every|tired|without|how|which|best|help|advice|worth|should)\b/i.test(
      text,
    )
      ? 1
      : 0;
  const size = words >= 6 && words <= 24 ? 0.5 : words < 4 ? -1 : 0;
  const asks = text.endsWith('?') ? 0.5 : 0;
  const careless = /\b(?:im|ive|dont|cant|doesnt|isnt|u|ur|pls|plz|thru|gonna|wanna|kinda)\b|\bi\b/.test(text)
    ? -0.75
    : 0;
  return own + need + size + asks + careless;
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
