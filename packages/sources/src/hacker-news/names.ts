import type { ParsedCommunity, SourceNames } from '../define-source.ts';
import { unwrapped } from '../typed.ts';

/** Prefix of communities that are search results. */
const searchPrefix = 'search:';
const shortestSearch = 2;
const longestSearch = 80;

const listHelp = 'Type Ask HN, Show HN, HN new or HN comments, or words to search for';
const searchHelp = `A search has ${shortestSearch} to ${longestSearch} characters`;
const wordsHelp = 'A search needs a word: type at least one letter or digit';

const site = 'https://news.ycombinator.com';

/** Lists of the site, with their pages and their tags in the search API. */
const lists = new Map([
  ['ask', { label: 'Ask HN', page: 'ask', tags: 'story,ask_hn' }],
  ['show', { label: 'Show HN', page: 'shownew', tags: 'story,show_hn' }],
  ['new', { label: 'HN new', page: 'newest', tags: 'story' }],
  ['comments', { label: 'HN comments', page: 'newcomments', tags: 'comment' }],
]);

/** Accepted spellings of a list. The bare name is one of them. */
const listNames = new Map(
  [...lists].flatMap(([name, { label, page }]) => [name, label, page].map((written) => [written.toLowerCase(), name])),
);

const sitePage = /^(?:https?:\/\/)?news\.ycombinator\.com\/([a-z]+)\/?$/i;
const searchLabel = /^hn search\s*:\s*/i;
const searchPage = /^(?:https?:\/\/)?hn\.algolia\.com\//i;

/** Names of Hacker News communities and authors. */
export const hackerNewsNames: SourceNames = {
  community: {
    parse: parseCommunity,
    label: (name) => lists.get(name)?.label ?? `HN search: ${wordsOf(name)}`,
    url: communityUrl,
    noun: 'community',
    hint: 'Ask HN or late payments',
    suggestions: [...lists.keys()],
    searches: false,
    isSearch: (name) => name.startsWith(searchPrefix),
    ignoresCase: true,
  },
  author: { label: (author) => author },
  post: { withoutTitle: (url) => url },
};

/** Accepts a name, its label, the address of its page, or words to search for. */
function parseCommunity(text: string): ParsedCommunity {
  const written = unwrapped(text);
  const list = listNames.get(written.replace(sitePage, '$1').toLowerCase());
  if (list !== undefined) return { name: list };
  const searched = searchedWords(written);
  if (searched === null) return { problem: listHelp };
  // Only printable characters are kept, because the words become part of names, labels and addresses.
  const words = searched.replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim().toLowerCase();
  const { length } = words;
  if (length < shortestSearch || length > longestSearch) return { problem: searchHelp };
  return /[\p{L}\p{N}]/u.test(words) ? { name: searchPrefix + words } : { problem: wordsHelp };
}

/** Plain words are a search. Returns null for other addresses and paths, such as `r/name`: they belong to another site. */
function searchedWords(text: string): string | null {
  if (text.toLowerCase().startsWith(searchPrefix)) return text.slice(searchPrefix.length);
  if (searchLabel.test(text)) return text.replace(searchLabel, '');
  if (!searchPage.test(text)) return text === '' || text.includes('/') ? null : text;
  const address = /^https?:/i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).searchParams.get('query') : null;
}

function communityUrl(name: string): string {
  const list = lists.get(name);
  if (list !== undefined) return `${site}/${list.page}`;
  const query = new URLSearchParams({ query: wordsOf(name), sort: 'byDate', type: 'all' });
  return `https://hn.algolia.com/?${query.toString()}`;
}

function wordsOf(name: string): string {
  return name.startsWith(searchPrefix) ? name.slice(searchPrefix.length) : name;
}

/** Returns the search API's parameters for a community, or null for an unknown name. */
export function searchOf(name: string): { readonly tags: string; readonly query: string } | null {
  const list = lists.get(name);
  if (list !== undefined) return { tags: list.tags, query: '' };
  return name.startsWith(searchPrefix) ? { tags: '(story,comment)', query: wordsOf(name) } : null;
}

/** Returns the address at which people read an item. */
export function itemUrl(id: string): string {
  return `${site}/item?id=${id}`;
}
