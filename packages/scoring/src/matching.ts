import { fold } from '@earshot/text';
import type { Business } from './scorer.ts';
import type { Evidence, Token, Tokenise } from './text.ts';

/** How a post matches the words that the business uses about itself. */
export interface Match {
  /** 0 to 1: the share of the words of the business's texts that the post contains, each by its weight. */
  readonly coverage: number;
  /** An alternative to the business that the post names. */
  readonly alternative: Evidence | null;
}

/** The folded texts of a post. */
interface PostText {
  readonly title: string;
  readonly body: string;
  readonly tokens: { readonly title: readonly Token[]; readonly selftext: readonly Token[] };
}

export type Matcher = (post: PostText) => Match;

/** Matches posts with the texts of one business: description, offer, audience, problems and alternatives. */
export function matcherOf(
  { description, profile }: Business,
  tokenise: Tokenise,
  weigh: (stem: string) => number,
): Matcher {
  const texts = profile ? [profile.offer, profile.audience, ...profile.problems, ...profile.alternatives] : [];
  const stems = [description, ...texts].flatMap(tokenise).map(({ stem }) => stem);
  const weights = new Map(stems.map((stem) => [stem, weigh(stem)]));
  const whole = sumOf(weights.values()) || 1;
  const alternatives = (profile?.alternatives ?? []).map((name) => fold(name).text).filter((name) => name.length > 2);
  return ({ title, body, tokens }) => {
    const found = new Set([...tokens.title, ...tokens.selftext].map(({ stem }) => stem));
    const covered = sumOf(Array.from(weights, ([stem, weight]) => (found.has(stem) ? weight : 0)));
    return { coverage: covered / whole, alternative: namedIn(title, body, alternatives) };
  };
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** The first alternative that the post names, the title before the body. */
function namedIn(title: string, body: string, names: readonly string[]): Evidence | null {
  for (const [field, text] of [
    ['title', title],
    ['selftext', body],
  ] as const) {
    for (const name of names) {
      const start = wordAt(text, name);
      if (start >= 0) return { field, start, end: start + name.length };
    }
  }
  return null;
}

/** Where `name` stands in the text as a word of its own, or -1. */
function wordAt(text: string, name: string): number {
  const isPart = (at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isPart(at - 1) && !isPart(at + name.length)) return at;
  return -1;
}
