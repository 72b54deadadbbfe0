import { fold, wordsInFolded } from '@earshot/text';
import type { BlueskyTarget } from './names.ts';

/** What a post is matched by. */
export interface MatchedPost {
  readonly did: string;
  readonly text: string;
  readonly langs: readonly string[];
}

/** Finds the communities of a post. */
export type Matcher = (post: MatchedPost) => readonly string[];

/** A community with what it follows. Lists have the accounts of their members. */
export type MatchedCommunity =
  | { readonly name: string; readonly search: Extract<BlueskyTarget, { kind: 'search' }> }
  | { readonly name: string; readonly dids: Iterable<string> };

interface Search {
  readonly name: string;
  /** Words in a row; a single word is a row of one. */
  readonly rows: readonly (readonly string[])[];
  /** Texts in scripts that write no spaces between words, which are found anywhere. */
  readonly parts: readonly string[];
  readonly langs: readonly string[];
}

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * All terms of a search must be in a post, as whole words in their folded form. A search is looked at only for posts with
 * its longest word, which is rarely a common one. So most posts are compared with no search at all.
 */
export function matcherOf(communities: readonly MatchedCommunity[]): Matcher {
  const byDid = new Map<string, string[]>();
  const byWord = new Map<string, Search[]>();
  const unspaced: Search[] = [];
  for (const community of communities) {
    if ('dids' in community) for (const did of community.dids) add(byDid, did, community.name);
    else {
      const search = compiled(community);
      const word = search.rows.flat().reduce((longest, one) => (one.length > longest.length ? one : longest), '');
      if (word !== '') add(byWord, word, search);
      else if (search.parts.length > 0) unspaced.push(search);
    }
  }
  const hasSearches = byWord.size > 0 || unspaced.length > 0;
  return ({ did, text, langs }) => {
    const names = [...(byDid.get(did) ?? [])];
    if (!hasSearches) return names;
    const folded = fold(text).text;
    const words = wordsInFolded(folded);
    const candidates = [...new Set(words)].flatMap((word) => byWord.get(word) ?? []);
    for (const search of [...candidates, ...unspaced])
      if (isMatch(search, { words, folded, langs })) names.push(search.name);
    return names;
  };
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

function compiled({ name, search }: Extract<MatchedCommunity, { search: unknown }>): Search {
  const isPart = (term: string) => withoutSpaces.test(term);
  const rows = search.terms.filter((term) => !isPart(term)).map((term) => wordsInFolded(fold(term).text));
  const parts = search.terms.filter(isPart).map((term) => fold(term.replaceAll('"', '')).text.trim());
  return { name, rows: rows.filter((row) => row.length > 0), parts, langs: search.langs };
}

interface ReadPost {
  readonly words: readonly string[];
  readonly folded: string;
  readonly langs: readonly string[];
}

function isMatch({ rows, parts, langs }: Search, post: ReadPost): boolean {
  if (langs.length > 0 && !post.langs.some((lang) => langs.includes(lang.toLowerCase().split('-')[0] ?? '')))
    return false;
  return rows.every((row) => hasRow(post.words, row)) && parts.every((part) => post.folded.includes(part));
}

function hasRow(words: readonly string[], row: readonly string[]): boolean {
  const [first = ''] = row;
  for (let at = words.indexOf(first); at !== -1; at = words.indexOf(first, at + 1))
    if (row.every((word, n) => words[at + n] === word)) return true;
  return false;
}
