import type { ParsedCommunity, SourceNames } from '../define-source.ts';
import { decoded, unwrapped } from '../typed.ts';
import { siteAt, siteNamed, type StackExchangeSite } from './sites.ts';

/** What is read of a site: its newest questions, those with a tag, or those that a search finds. */
export type Questions =
  | { readonly kind: 'all'; readonly site: StackExchangeSite }
  | { readonly kind: 'tag' | 'search'; readonly site: StackExchangeSite; readonly words: string };

const longestWords = 80;
const help =
  'This is not a Stack Exchange address. Enter the address of a site, tag or search, such as stackoverflow.com/questions/tagged/invoices';
const searchHelp = `A search has 2 to ${longestWords} characters`;

/**
 * Names of communities: `stackoverflow`, `stackoverflow/tag:invoices`, `stackoverflow/search:late payments`. The site is
 * named as in its API.
 */
export const stackExchangeNames: SourceNames = {
  community: {
    parse: parseQuestions,
    label: (name) => labelOf(questionsIn(name)),
    url: (name) => pageOf(questionsIn(name)),
    noun: 'community',
    hint: 'stackoverflow.com/questions/tagged/invoices',
    suggestions: [],
    searches: false,
    isSearch: (name) => questionsIn(name).kind === 'search',
    isFoundAtSite: true,
    missing: (name) => missingText(questionsIn(name)),
    ignoresCase: true,
  },
  author: { label: (author) => author },
  post: { withoutTitle: (url) => url.replace(/^(https:\/\/[^/]+\/questions\/\d+)\/.*$/, '$1') },
};

const written = /^([a-z\d.]+)(?:\/(tag|search):(.+))?$/;

/** Reads a name that `parse` returned. */
export function questionsIn(name: string): Questions {
  const [, site = name, kind, words = ''] = written.exec(name) ?? [];
  if (kind === 'tag' || kind === 'search') return { kind, site: siteNamed(site), words };
  return { kind: 'all', site: siteNamed(site) };
}

function nameOf(questions: Questions): string {
  return questions.kind === 'all' ? questions.site.name : `${questions.site.name}/${questions.kind}:${questions.words}`;
}

/** Accepts an address of a site, of one of its tags or of a search, and the names above. */
function parseQuestions(text: string): ParsedCommunity {
  const typed = unwrapped(text);
  const [, named, kind, words = ''] = written.exec(typed.toLowerCase()) ?? [];
  if (named !== undefined && kind !== undefined)
    return checked({ kind: kind === 'tag' ? 'tag' : 'search', site: siteNamed(named), words });
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const site = url === null ? null : siteAt(url.host);
  // A name without a dot is a site of the network, as the list of communities writes it.
  if (url === null || site === null) return /^[a-z\d]{2,30}$/.test(typed) ? { name: typed } : { problem: help };
  const [section, list, tag] = url.pathname.split('/').filter((part) => part !== '');
  if (section === 'questions' && list === 'tagged' && tag !== undefined)
    return checked({ kind: 'tag', site, words: decoded(tag).toLowerCase() });
  const query = url.searchParams.get('q');
  if (section === 'search' && query !== null) return checked({ kind: 'search', site, words: query.toLowerCase() });
  return { name: site.name };
}

function checked({ site, kind, words }: Extract<Questions, { words: string }>): ParsedCommunity {
  const tidy = words.replace(/[\p{C}\s]+/gu, ' ').trim();
  if (tidy.length > longestWords || (kind === 'search' && tidy.length < 2) || tidy === '')
    return { problem: searchHelp };
  return { name: nameOf({ kind, site, words: tidy }) };
}

function labelOf(questions: Questions): string {
  const { kind, site } = questions;
  if (kind === 'all') return site.label;
  return kind === 'tag' ? `${site.label}: ${questions.words}` : `${site.label} search: ${questions.words}`;
}

function missingText(questions: Questions): string {
  const { kind, site } = questions;
  if (kind === 'all') return `Stack Exchange has no site ${site.host}. Check the spelling, or choose another one`;
  const what = kind === 'tag' ? `tagged “${questions.words}”` : `that match “${questions.words}”`;
  return `${site.label} has no questions ${what}. Check the spelling, or choose another one`;
}

function pageOf(questions: Questions): string {
  const home = `https://${questions.site.host}`;
  if (questions.kind === 'all') return `${home}/questions?sort=newest`;
  const words = encodeURIComponent(questions.words);
  return questions.kind === 'tag'
    ? `${home}/questions/tagged/${words}?sort=newest`
    : `${home}/search?q=${words}&tab=newest`;
}
