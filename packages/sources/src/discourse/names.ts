import type { ParsedCommunity, SourceNames } from '../define-source.ts';
import { unwrapped } from '../typed.ts';

/** A search on a forum. */
export interface ForumSearch {
  /** The address of the forum, without a slash at the end. */
  readonly forum: string;
  readonly words: string;
}

/** Discourse refuses shorter searches by default (`min_search_term_length`). */
const shortestWords = 3;
const longestWords = 80;
const longestAddress = 200;
const help =
  'Enter the address of a Discourse forum and the words to search for, such as community.n8n.io late payments';
const wordsHelp = `Enter ${shortestWords} to ${longestWords} characters to search for after the address of the forum, such as community.n8n.io late payments`;

/** Names of communities: the address of the search, `https://community.n8n.io/search?q=late%20payments`. */
export const discourseNames: SourceNames = {
  community: {
    parse: parseSearch,
    label: (name) => {
      const { forum, words } = searchIn(name);
      return `${hostOf(forum)}: ${words}`;
    },
    url: (name) => name,
    noun: 'community',
    hint: 'community.n8n.io late payments',
    suggestions: [],
    searches: false,
    isSearch: () => true,
    isFoundAtSite: true,
    missing: (name) =>
      `Earshot found no Discourse forum with a public search at ${hostOf(searchIn(name).forum)}. Check the address, or choose the source Feeds and add the forum there`,
    ignoresCase: true,
  },
  author: { label: (author) => `@${author}` },
  post: { withoutTitle: (url) => url.replace(/\/t\/[^/]+\/(\d+\/\d+)$/, '/t/$1') },
};

/** The forum as people write it: `community.n8n.io`. */
export const hostOf = (forum: string) => forum.replace(/^https?:\/\/(?:www\.)?/, '');

/** Reads a name that `parse` returned. Another text is the label of a forum without a search. */
export function searchIn(name: string): ForumSearch {
  if (!URL.canParse(name)) return { forum: name, words: '' };
  const url = new URL(name);
  const forum = `${url.origin}${url.pathname.replace(/\/search$/, '')}`;
  return { forum, words: url.searchParams.get('q') ?? '' };
}

/** Accepts the address of a search, or the address of a forum and words after it. */
function parseSearch(text: string): ParsedCommunity {
  const [typed = '', ...after] = unwrapped(text).split(/\s+/);
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isForum = url !== null && /[^.]\.[^.]|^\[|^localhost$/.test(url.hostname);
  if (!isForum || url.username !== '' || url.password !== '') return { problem: help };
  const folder = url.pathname.replace(/\/(?:search)?\/*$/, '');
  const words = [url.searchParams.get('q') ?? '', ...after]
    .join(' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (words.length < shortestWords || words.length > longestWords) return { problem: wordsHelp };
  const name = `${url.origin}${folder}/search?q=${encodeURIComponent(words)}`;
  return name.length > longestAddress + 3 * longestWords ? { problem: help } : { name };
}
