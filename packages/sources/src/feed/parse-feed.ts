import { createHash } from 'node:crypto';
import { type AnyFeed, type AtomFeed, type JsonFeed, parseFeed, type RdfFeed, type RssFeed } from 'feedsmith';
import type { CommunityPost } from '../community-source.ts';
import { plainText } from '../plain-text.ts';
import { readableText, readableTitle } from '../readable-text.ts';

/** A feed that was read. */
export interface ReadFeed {
  /** The site's own name for it; empty if it has none. */
  readonly title: string;
  /** How long the feed asks readers to wait; null if it says nothing. */
  readonly waitMinutes: number | null;
  /** Newest first. */
  readonly posts: readonly CommunityPost[];
}

interface Origin {
  /** The address of the feed, to which relative addresses refer. */
  readonly address: string;
  /** The community that the posts belong to. */
  readonly community: string;
  /** The time of entries that have none. */
  readonly now: Date;
}

/** An entry, in the terms of no dialect. Absent and empty mean the same. */
interface Entry {
  readonly id: string | undefined;
  /** Its pages, the best first. */
  readonly links: readonly (string | undefined)[];
  readonly title: string | undefined;
  readonly text: string;
  readonly author: string | undefined;
  readonly times: readonly (string | undefined)[];
}

interface Dialect {
  readonly title: string | undefined;
  readonly waitMinutes: number | null;
  readonly entries: readonly Entry[];
}

/** Entries of one feed that are read; feeds of whole archives are cut. */
const mostEntries = 100;
const minutesOf = new Map([
  ['hourly', 60],
  ['daily', 1_440],
  ['weekly', 10_080],
  ['monthly', 43_200],
  ['yearly', 525_600],
]);

/** Parses RSS, RDF, Atom or JSON Feed. Null if the text is none of them. Entries without words or a page are left out. */
export function readFeed(text: string, origin: Origin): ReadFeed | null {
  const parsed = parsedFeed(text);
  if (parsed === null) return null;
  const { title = '', waitMinutes, entries } = dialectOf(parsed);
  const site = readableTitle(plainText(title));
  const posts = entries.slice(0, mostEntries).flatMap((entry) => postOf(entry, { ...origin, site }) ?? []);
  const once = new Map(posts.map((post) => [post.id, post]));
  const newestFirst = [...once.values()].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return { title: site, waitMinutes, posts: newestFirst };
}

function parsedFeed(text: string): AnyFeed | null {
  try {
    return parseFeed(text);
  } catch {
    return null;
  }
}

function dialectOf(parsed: AnyFeed): Dialect {
  switch (parsed.format) {
    case 'rss':
      return rss(parsed.feed);
    case 'rdf':
      return rdf(parsed.feed);
    case 'atom':
      return atom(parsed.feed);
    case 'json':
      return json(parsed.feed);
  }
}

function rss({ title, ttl, sy, items = [] }: RssFeed.Feed<string>): Dialect {
  return {
    title,
    waitMinutes: ttl ?? pauseOf(sy),
    entries: items.map(
      ({ guid, link, comments, title: name, description, content, authors, dc, pubDate, atom: own }) => ({
        id: guid?.value,
        links: [link, guid?.isPermaLink === false ? undefined : guid?.value, comments, pageOf(own?.links)],
        title: name,
        text: plainText(content?.encoded ?? description ?? ''),
        author: dc?.creators?.[0] ?? authors?.[0]?.name ?? authors?.[0]?.email,
        times: [pubDate, dc?.dates?.[0], own?.published, own?.updated],
      }),
    ),
  };
}

function rdf({ title, sy, items = [] }: RdfFeed.Feed<string>): Dialect {
  return {
    title,
    waitMinutes: pauseOf(sy),
    entries: items.map(({ rdf: about, link, title: name, description, content, dc }) => ({
      id: about?.about ?? link,
      links: [link],
      title: name,
      text: plainText(content?.encoded ?? description ?? ''),
      author: dc?.creators?.[0],
      times: [dc?.dates?.[0]],
    })),
  };
}

function atom({ title, sy, entries = [] }: AtomFeed.Feed<string>): Dialect {
  return {
    title: title?.value,
    waitMinutes: pauseOf(sy),
    entries: entries.map(({ id, links, title: name, content, summary, authors, published, updated }) => ({
      id,
      links: [pageOf(links)],
      title: name?.type === undefined || name.type === 'text' ? escaped(name?.value) : name.value,
      text: textOf(content?.value === undefined ? summary : content),
      author: authors?.[0]?.name,
      times: [published, updated],
    })),
  };
}

function json({ title, items = [] }: JsonFeed.Feed<string>): Dialect {
  return {
    title: escaped(title),
    waitMinutes: null,
    entries: items.map((item) => ({
      id: item.id,
      links: [item.url, item.external_url],
      title: escaped(item.title),
      text:
        item.content_html === undefined
          ? readableText(item.content_text ?? item.summary ?? '')
          : plainText(item.content_html),
      author: item.authors?.[0]?.name,
      times: [item.date_published, item.date_modified],
    })),
  };
}

function pageOf(links: readonly { readonly href?: string; readonly rel?: string }[] = []): string | undefined {
  return (links.find(({ rel = 'alternate' }) => rel === 'alternate') ?? links[0])?.href;
}

function textOf(words: { readonly value?: string; readonly type?: string } | undefined): string {
  const { value = '', type = 'text' } = words ?? {};
  return type === 'text' || type === 'text/plain' ? readableText(value) : plainText(value);
}

/** Plain words as the HTML that titles are read as. */
function escaped(text: string | undefined): string | undefined {
  return text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function pauseOf(sy: { readonly updatePeriod?: string; readonly updateFrequency?: number } | undefined): number | null {
  const period = minutesOf.get(sy?.updatePeriod?.toLowerCase() ?? '');
  return period === undefined ? null : period / Math.max(1, sy?.updateFrequency ?? 1);
}

/** Null for an entry without words, or without a page of its own. */
function postOf(entry: Entry, { address, community, now, site }: Origin & { site: string }): CommunityPost | null {
  const url = bestPage(entry, address);
  const title = readableTitle(plainText(entry.title ?? ''));
  if (url === null || (title === '' && entry.text === '')) return null;
  const createdAt = entry.times.map(timeOf).find((time) => time !== null) ?? now;
  return {
    id: createHash('sha256').update(url).digest('base64url').slice(0, 22),
    community,
    title: title === '' ? (entry.text.split('\n')[0] ?? '').slice(0, 120) : title,
    selftext: entry.text,
    author: readableTitle(entry.author ?? '').slice(0, 100) || site || new URL(address).host,
    url,
    score: 0,
    comments: 0,
    createdAt: createdAt > now ? now : createdAt,
  };
}

/**
 * The page of an entry. Sites that list links of others, such as Lobsters, name the page of the discussion beside the
 * link: a page of the feed's own site comes first.
 */
function bestPage({ links }: Entry, address: string): string | null {
  const feed = new URL(address);
  const pages = links.flatMap((link) => {
    const url = link !== undefined && URL.canParse(link.trim(), feed.href) ? new URL(link.trim(), feed.href) : null;
    return url !== null && /^https?:$/.test(url.protocol) ? [withoutTracking(url)] : [];
  });
  return (pages.find(({ host }) => host === feed.host) ?? pages[0])?.href ?? null;
}

/** The same page is one post, whichever list named it. */
function withoutTracking(url: URL): URL {
  for (const name of [...url.searchParams.keys()]) if (/^utm_|^source$|^ref$/.test(name)) url.searchParams.delete(name);
  return url;
}

function timeOf(text: string | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}
