import type { ParsedCommunity, SourceNames } from '../define-source.ts';
import { unwrapped } from '../typed.ts';
import { type FeedName, presetOf } from './presets.ts';

const longestAddress = 400;
const longestLabel = 60;

const help = 'This is not a web address. Enter the address of a blog, forum page or feed, such as example.com/blog';
const tooLong = `An address has at most ${longestAddress} characters`;

/**
 * Names of feeds. A name is the address of the feed with its label as the fragment, which is never sent to a site:
 * `https://lobste.rs/t/programming.rss#Lobsters: programming`. So labels need no look-up.
 */
export const feedNames: SourceNames = {
  community: {
    parse: parseFeedName,
    label: (name) => readFeedName(name).label,
    url: (name) => readFeedName(name).address,
    noun: 'community',
    hint: 'example.com/blog',
    suggestions: [],
    searches: false,
    isFoundAtSite: true,
    missing: (name) =>
      `Earshot found no feed at ${readFeedName(name).label}. Look for a link named RSS, Atom or Feed on that page and enter its address`,
    ignoresCase: false,
  },
  author: { label: (author) => author },
  post: { withoutTitle: (url) => url },
};

/** Accepts an address with or without its scheme. Pages of well-known sites become the addresses of their feeds. */
function parseFeedName(text: string): ParsedCommunity {
  const typed = unwrapped(text);
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(written)) return { problem: help };
  const url = new URL(written);
  const isAddress = /^https?:$/.test(url.protocol) && /[^.]\.[^.]|^\[|^localhost$/.test(url.hostname);
  if (!isAddress || url.username !== '' || url.password !== '') return { problem: help };
  const label = labelIn(written);
  url.hash = '';
  const preset = presetOf(url);
  const name = preset ?? { address: url.href, label: label === '' ? addressLabel(url.href) : label };
  return name.address.length > longestAddress ? { problem: tooLong } : { name: writeFeedName(name) };
}

/** Whatever is written after the first `#`, as one line. */
function labelIn(written: string): string {
  const [, ...fragment] = written.split('#');
  return fragment
    .join('#')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
}

/** "example.com/blog": the label of a feed that has no other. */
export function addressLabel(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname}`.replace(/\/+$/, '');
}

/** The name of a community. */
export function writeFeedName({ address, label }: FeedName): string {
  return `${address}#${[...label].slice(0, longestLabel).join('').trim()}`;
}

/** The parts of a name that `writeFeedName` wrote. */
export function readFeedName(name: string): FeedName {
  const at = name.indexOf('#');
  return at === -1 ? { address: name, label: name } : { address: name.slice(0, at), label: name.slice(at + 1) };
}
