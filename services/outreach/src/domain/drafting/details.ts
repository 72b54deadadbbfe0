import { splitSentences } from './sentences.ts';

/** What a post lets one say about it, in its own words. */
export interface PostDetails {
  /** The title's main piece, or the first of the text: 2 to 14 words. Null when the post says nothing. */
  readonly headline: string | null;
  /** A telling sentence of the text, other than the headline. */
  readonly detail: string | null;
  readonly kind: PostKind;
}

/** `choice`: asks which; `search`: looks for something or somebody; `problem`: has trouble; `question`: anything else asked. */
export type PostKind = 'choice' | 'search' | 'problem' | 'question' | 'talk';

const MAX_QUOTE = 110;

const KINDS: readonly (readonly [PostKind, RegExp])[] = [
  [
    'choice',
    /\b(?:vs\.?|versus|or should|which|better than|compare|alternatives?|deciding between|what do you (?:all |guys )?use|recommend|suggest)/i,
  ],
  [
    'search',
    /\b(?:looking for|searching for|need (?:a|an|some|someone|to (?:find|buy|hire))|want to (?:buy|hire|find)|where (?:can|do) i|hire|in the market)\b/i,
  ],
  [
    'problem',
    /\b(?:problem|issue|trouble|struggl|stuck|can't|cannot|won't|refus|frustrat|broke|leak|worried|not \w+ing\b|overwhelm)/i,
  ],
  ['question', /\?|\bhow (?:do|can|should|would|to)\b|\bany(?:one| advice| tips)\b/i],
];

export function readDetails(post: { readonly title: string; readonly content: string }): PostDetails {
  const title = decode(post.title);
  const content = decode(post.content);
  const sentences = sentencesOf(content);
  const [longest] = sentencesOf(title)
    .filter((sentence) => !GREETING.test(sentence))
    .sort((a, b) => b.length - a.length);
  const headline = (longest && longest.split(' ').length > 2 ? longest : (sentences[0] ?? longest)) ?? null;
  const detail = sentences
    .filter((sentence) => headline === null || !overlaps(sentence, headline))
    .map((sentence, index) => ({ sentence, weight: telling(sentence) - index * 0.1 }))
    .sort((a, b) => b.weight - a.weight)[0];
  const all = `${title}\n${content.slice(0, 600)}`;
  return {
    headline,
    detail: detail && detail.weight > 0 ? detail.sentence : null,
    kind:
      KINDS.find(([, regex]) => regex.test(title))?.[0] ?? KINDS.find(([, regex]) => regex.test(all))?.[0] ?? 'talk',
  };
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' ? '\n' : ' '));
}

/** Text between what must not be quoted: links, markup, tags in brackets, names of people. */
function pieces(text: string): string[] {
  return text
    .split(/https?:\S+|www\.\S+|\S+@\S+|\/?u\/[\w-]+|\[[^\]]*\]|[[\]{}<>|*_#~^`"“”\\\n]|\((?=http)/)
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

/** A fragment that can stand in quotation marks: no sentence end inside, whole words, not too long. Null if nothing is left. */
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
    fragment = trim(clause > 35 ? cut.slice(0, clause) : cut.replace(/\s+\S*$/, ''));
    fragment = trim(
      fragment.replace(
        /(?:\s+(?:a|an|the|and|or|but|to|of|in|on|at|for|with|my|our|is|are|i|we|that|which|so|as|it|if|from|by))+$/i,
        '',
      ),
    );
  }
  const words = fragment.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words >= 2 ? fragment : null;
}

/** Words that tie a sentence to the one before it. */
const TIES =
  /^(?:and|but|so|because|or|however|also|then|plus|anyway|basically|well|now|ok|okay|here(?:'s| is) (?:the|my) \w+:|edit:)[,\s]+(?=\S)/i;

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

/** How much a sentence tells about its author's need. */
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
  // A link stood here and was cut away, and what led to it with it.
  const dangling = DANGLING.test(sentence) ? -3 : 0;
  const empty = /\b(?:thanks?|sorry|edit|hello|hi|hey|cheers|tl;?dr|appreciated|title says)\b/i.test(sentence) ? -3 : 0;
  return own + need + size + empty + dangling;
}

function overlaps(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a.includes(b.slice(0, 30)) || b.includes(a.slice(0, 30));
}
