import type { ParsedCommunity, SourceNames } from '../define-source.ts';
import { decoded, unwrapped } from '../typed.ts';

/**
 * What a community of Bluesky is: posts with all of these words, posts of an account, or posts of the members of a list.
 * `actor` is a DID, or a typed handle that the site has not resolved yet.
 */
export type BlueskyTarget =
  | { readonly kind: 'search'; readonly terms: readonly string[]; readonly langs: readonly string[] }
  | { readonly kind: 'account'; readonly actor: string; readonly label: string }
  | { readonly kind: 'list'; readonly actor: string; readonly rkey: string; readonly label: string };

const searchPrefix = 'search:';
const searchLabel = /^bluesky search\s*:\s*/i;
const shortestSearch = 2;
const longestSearch = 100;
const longestLabel = 60;

const help = 'Enter words to search for, an account such as @name.bsky.social, or the address of a profile or list';
const lengthHelp = `A search has ${shortestSearch} to ${longestSearch} characters`;
const wordsHelp = 'This search contains no words. Add at least one, such as invoice lang:en';
const exclusionHelp = 'A Bluesky search cannot exclude words. Remove the terms that begin with a minus';

const site = 'https://bsky.app';
const handle = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;
const did = /^did:(?:plc:[a-z2-7]{24}|web:[a-z\d.%-]{3,100})$/;
const listPath = /^([^/]+)\/lists\/([a-z\d._~-]{1,100})$/i;
const term = /"[^"]*"|[^\s"]+/g;
const langTerm = /^lang:([a-z]{2,3})(?:-[a-z\d]+)*$/;

/**
 * Names of communities: `search:invoice "late payment" lang:en`, `did:plc:...#name.bsky.social` and
 * `did:plc:.../lists/3k...#Freelancers`. The fragment is the label, so that labels need no look-up.
 */
export const blueskyNames: SourceNames = {
  community: {
    parse: parseCommunity,
    label: (name) => labelOf(blueskyTarget(name)),
    url: (name) => pageOf(blueskyTarget(name)),
    noun: 'community',
    hint: '"late payment" freelance or @name.bsky.social',
    suggestions: [],
    searches: false,
    isFoundAtSite: true,
    missing: (name) => missingText(blueskyTarget(name)),
    ignoresCase: true,
  },
  author: { label: (author) => (author.startsWith('did:') ? author : `@${author}`) },
  post: { withoutTitle: (url) => url },
};

/** The parts of a name that `parse` or the site gave. */
export function blueskyTarget(name: string): BlueskyTarget {
  if (name.startsWith(searchPrefix)) return searchOf(name.slice(searchPrefix.length));
  const [path = '', ...fragment] = name.split('#');
  const label = fragment.join('#');
  const [, owner, rkey] = listPath.exec(path) ?? [];
  if (owner !== undefined && rkey !== undefined) return { kind: 'list', actor: actorOf(owner), rkey, label };
  return { kind: 'account', actor: actorOf(path), label };
}

/** The name of a target that the site has resolved. */
export function blueskyName(target: BlueskyTarget): string {
  if (target.kind === 'search') return searchPrefix + wordsOf(target);
  const { actor } = target;
  const label = [...target.label.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, longestLabel).join('').trim();
  const owner = actor.startsWith('did:') ? actor : `@${actor}`;
  const path = target.kind === 'list' ? `${owner}/lists/${target.rkey}` : owner;
  return label === '' ? path : `${path}#${label}`;
}

/** The address of a post of an account. */
export function postUrl(author: string, rkey: string): string {
  return `${site}/profile/${author}/post/${rkey}`;
}

/** Accepts words, the names above, handles, and addresses of searches, hashtags, profiles and lists. */
function parseCommunity(text: string): ParsedCommunity {
  const typed = unwrapped(text);
  const lower = typed.toLowerCase();
  if (lower.startsWith(searchPrefix)) return parseSearch(typed.slice(searchPrefix.length));
  if (searchLabel.test(typed)) return parseSearch(typed.replace(searchLabel, ''));
  const page = /^(?:https?:\/\/)?(?:www\.)?bsky\.app\//i.test(typed) ? addressOf(typed) : null;
  if (page !== null) return parsePage(page);
  if (/^https?:\/\//.test(lower)) return { problem: help };
  const [path = '', ...fragment] = typed.split('#');
  if (lower.startsWith('did:') || lower.startsWith('@')) return parseProfile(path, fragment.join('#'));
  return handle.test(lower) && lower.endsWith('.bsky.social') ? parseProfile(lower, '') : parseSearch(typed);
}

function addressOf(typed: string): URL | null {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(address) ? new URL(address) : null;
}

function parsePage(page: URL): ParsedCommunity {
  const [section, name = '', kind, rkey] = page.pathname.split('/').filter((part) => part !== '');
  const query = page.searchParams.get('q');
  if (section === 'search' && query !== null) return parseSearch(query);
  if (section === 'hashtag' && name !== '') return parseSearch(decoded(name));
  const label = decoded(page.hash.slice(1));
  if (section === 'profile' && kind === 'lists' && rkey !== undefined)
    return parseProfile(`${decoded(name)}/lists/${rkey}`, label);
  // The page of a post leads to its author.
  return section === 'profile' ? parseProfile(decoded(name), label) : { problem: help };
}

function parseProfile(path: string, label: string): ParsedCommunity {
  const [owner = '', ...rest] = path.split('/');
  const actor = actorOf(owner);
  if (!did.test(actor) && !handle.test(actor)) return { problem: help };
  if (rest.length === 0) return { name: blueskyName({ kind: 'account', actor, label }) };
  const [, , rkey] = listPath.exec(path) ?? [];
  return rkey === undefined ? { problem: help } : { name: blueskyName({ kind: 'list', actor, rkey, label }) };
}

function actorOf(written: string): string {
  return written.replace(/^@/, '').toLowerCase();
}

function parseSearch(typed: string): ParsedCommunity {
  const words = typed
    .replace(/[“”„«»]/g, '"')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  const { length } = words;
  if (length < shortestSearch || length > longestSearch) return { problem: lengthHelp };
  const search = searchOf(words);
  if (search.terms.length === 0) return { problem: wordsHelp };
  return search.terms.some((one) => /^-[\p{L}\p{N}"]/u.test(one))
    ? { problem: exclusionHelp }
    : { name: blueskyName(search) };
}

/** Each term once, in the order in which they were typed. A quotation mark without its other half counts as none. */
function searchOf(words: string): Extract<BlueskyTarget, { kind: 'search' }> {
  const all = words.match(term) ?? [];
  const langs = new Set<string>();
  const terms = new Set<string>();
  for (const one of all) {
    const [, lang] = langTerm.exec(one) ?? [];
    if (lang !== undefined) langs.add(lang);
    else if (/[\p{L}\p{N}]/u.test(one)) terms.add(one.startsWith('"') ? `"${one.slice(1, -1).trim()}"` : one);
  }
  return { kind: 'search', terms: [...terms], langs: [...langs] };
}

function wordsOf({ terms, langs }: Extract<BlueskyTarget, { kind: 'search' }>): string {
  return [...terms, ...langs.map((lang) => `lang:${lang}`)].join(' ');
}

function labelOf(target: BlueskyTarget): string {
  if (target.kind === 'search') return `Bluesky search: ${wordsOf(target)}`;
  const owner = target.actor.startsWith('did:') ? target.actor : `@${target.actor}`;
  if (target.kind === 'list') return target.label === '' ? `Bluesky list of ${owner}` : `Bluesky list: ${target.label}`;
  return target.label === '' ? owner : `@${target.label}`;
}

function pageOf(target: BlueskyTarget): string {
  if (target.kind === 'search') return `${site}/search?q=${encodeURIComponent(wordsOf(target))}`;
  const list = target.kind === 'list' ? `/lists/${target.rkey}` : '';
  const label = target.label === '' ? '' : `#${encodeURIComponent(target.label)}`;
  return `${site}/profile/${target.actor}${list}${label}`;
}

function missingText(target: BlueskyTarget): string {
  const what = target.kind === 'list' ? 'list' : 'account';
  return `Bluesky has no such ${what}: ${labelOf(target)}. Check the spelling, or open its page and enter the address`;
}
