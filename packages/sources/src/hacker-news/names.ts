import type { ParsedCommunity, SourceNames } from '../define-source.ts';

/** Prefix of communities that are search results. */
const searchPrefix = 'search:';
const shortestSearch = 2;
const longestSearch = 80;

const listHelp = 'Type Ask HN, Show HN, HN new or HN comments, or search: and the words to search for';
const searchHelp = `A search has ${shortestSearch} to ${longestSearch} characters after "search:"`;

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
    hint: 'Ask HN or search:invoicing',
    suggestions: [...lists.keys()],
    searches: false,
    ignoresCase: true,
  },
  author: { label: (author) => author },
};

/** Accepts a name, its label, or the address of its page. */
function parseCommunity(text: string): ParsedCommunity {
  const written = text.trim();
  const list = listNames.get(written.replace(sitePage, '$1').toLowerCase());
  if (list !== undefined) return { name: list };
  const searched = searchedWords(written);
  if (searched === null) return { problem: listHelp };
  // Only printable characters are kept, because the words become part of names, labels and addresses.
  const words = searched.replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim().toLowerCase();
  const { length } = words;
  return length < shortestSearch || length > longestSearch ? { problem: searchHelp } : { name: searchPrefix + words };
}

/** Returns null if the text is not a search. */
function searchedWords(text: string): string | null {
  if (text.toLowerCase().startsWith(searchPrefix)) return text.slice(searchPrefix.length);
  if (searchLabel.test(text)) return text.replace(searchLabel, '');
  if (!searchPage.test(text)) return null;
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
