import type { Item } from './items.ts';
import { tagsOf } from './present.ts';

/** The search API returns at most this many hits of a query. */
export const mostHits = 1_000;

/** A search, parsed from a URL. */
export interface Search {
  /** All words must match. The last one may be a prefix. */
  readonly words: readonly string[];
  readonly phrases: readonly string[];
  readonly matches: (item: Item) => boolean;
}

/** A parameter that the search API rejects. */
export class BadParameter extends Error {}

/** Reads `query`, `tags` and `numericFilters`. Throws BadParameter. */
export function readSearch(query: URLSearchParams): Search {
  const text = (query.get('query') ?? '').toLowerCase();
  const phrases = [...text.matchAll(/"([^"]*)"/g)].map(([, phrase]) => phrase ?? '');
  const rest = text
    .replace(/"[^"]*"?/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const words = rest.flatMap(wordsOf);
  const tagged = readTags(query.get('tags') ?? '');
  const inRange = readFilters(query.get('numericFilters') ?? '');
  const matches = (item: Item) => tagged(tagsOf(item)) && inRange(item);
  return { words, phrases, matches };
}

/** Whether an item matches the words of a search. `story` is the story that it belongs to. */
export function hasWords({ words, phrases }: Search, item: Item, story: Item | undefined): boolean {
  const text = [item.title, item.text, item.url, item.by, story?.title].join(' ').toLowerCase();
  const known = wordsOf(text);
  const has = (word: string, index: number) =>
    known.some((one) => (index === words.length - 1 ? one.startsWith(word) : one === word));
  return words.every(has) && phrases.every((phrase) => known.join(' ').includes(wordsOf(phrase).join(' ')));
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** `a,b` requires both tags, `(a,b)` one of them. */
function readTags(text: string): (tags: readonly string[]) => boolean {
  const groups = [...text.matchAll(/\(([^()]*)\)|([^,()]+)/g)].map(([, either, one]) =>
    (either ?? one ?? '').split(','),
  );
  return (tags) => groups.every((group) => group.some((tag) => tags.includes(tag.trim())));
}

/** Earshot sends one filter only: the latest time of an item. */
function readFilters(text: string): (item: Item) => boolean {
  if (text === '') return () => true;
  const [, latest] = /^created_at_i<=(\d+)$/.exec(text) ?? [];
  if (latest === undefined)
    throw new BadParameter(`invalid numeric attribute(${text}), format is \`attribute[operator]value\``);
  return ({ time }) => time <= Number(latest);
}

/** Reads a whole number from the query. Larger values become `most`. */
export function readNumber(query: URLSearchParams, name: string, fallback: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new BadParameter(`invalid value for '${name}', expected integer`);
  return Math.min(Number(text), most);
}
