import { readFileSync } from 'node:fs';
import { type Response, Router } from 'express';
import { z } from 'zod';

const file = new URL('./entries.json', import.meta.url);
const storedEntries = z.array(
  z.strictObject({
    id: z.number().int().positive(),
    /** Age when the site opens. */
    minutesAgo: z.number().positive(),
    author: z.string(),
    title: z.string(),
    html: z.string(),
  }),
);

interface Entry {
  readonly title: string;
  readonly html: string;
  readonly author: string;
  readonly url: string;
  readonly at: Date;
}

const title = 'Quiet Harbour forum';
const feedMinutes = 10;

/** Each dialect with its media type. */
const dialects = {
  rss: { type: 'application/rss+xml', write: rss },
  atom: { type: 'application/atom+xml', write: atom },
  json: { type: 'application/feed+json', write: json },
} as const;
type Dialect = keyof typeof dialects;
const isDialect = (text: string): text is Dialect => Object.hasOwn(dialects, text);

/** What can go wrong with a feed, by the name that stands in its address. */
const faults: Readonly<Record<string, (res: Response, text: string, entries: readonly Entry[]) => void>> = {
  403: (res) => res.status(403).end('Forbidden'),
  410: (res) => res.status(410).end('Gone'),
  429: (res) => res.status(429).set('retry-after', '1200').end(),
  503: (res) =>
    res
      .status(503)
      .set('retry-after', new Date(Date.now() + 1_200_000).toUTCString())
      .end(),
  half: (res, text) => {
    res.set('content-length', String(text.length)).write(text.slice(0, text.length / 2));
    setImmediate(() => res.destroy());
  },
  silent: () => undefined,
  malformed: (res, text) => res.type('application/rss+xml').end(text.slice(0, text.length / 2)),
  huge: (res) => res.type('application/rss+xml').end(Buffer.alloc(8 * 1024 * 1024, ' ')),
  page: (res) => res.type('text/html').end('<html><head><title>Sign in</title></head></html>'),
  duplicate: (res, _, entries) => res.type('application/rss+xml').end(rss([...entries, ...entries])),
  reordered: (res, _, entries) => res.type('application/rss+xml').end(rss(entries.toReversed())),
  deleted: (res, _, entries) => res.type('application/rss+xml').end(rss(entries.slice(1))),
};

/**
 * Stands in for a forum with feeds: a page that names them, `/forum.rss`, `/forum.atom` and `/forum.json`, and under
 * `/faults/<fault>/forum.rss` the ways in which feeds fail.
 */
export function feedsRouter({ clock }: { readonly clock: () => number }): Router {
  const openedAt = clock();
  const entries = storedEntries.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entriesAt = (origin: string) =>
    entries.map(({ id, minutesAgo, ...entry }) => ({
      ...entry,
      url: `${origin}/t/${id}`,
      at: new Date(openedAt - minutesAgo * 60_000),
    }));
  const router = Router();
  router.get('/forum', (req, res) => {
    const links = Object.entries(dialects).map(
      ([dialect, { type }]) => `<link rel="alternate" type="${type}" href="${req.baseUrl}/forum.${dialect}">`,
    );
    res.type('text/html').end(`<html><head><title>${title}</title>${links.join('')}</head><body></body></html>`);
  });
  router.get('/forum.:dialect', (req, res) => {
    const { dialect } = req.params;
    if (!isDialect(dialect)) return res.status(404).end();
    const { type, write } = dialects[dialect];
    // Express answers 304 by the entity tag of the body.
    return res.type(type).send(write(entriesAt(`${req.protocol}://${req.host}${req.baseUrl}`)));
  });
  router.get('/faults/:fault/forum.rss', (req, res) => {
    const all = entriesAt(`${req.protocol}://${req.host}${req.baseUrl}`);
    const fail = faults[req.params.fault];
    if (fail === undefined) res.status(404).end();
    else fail(res, rss(all), all);
  });
  return router;
}

function rss(entries: readonly Entry[]): string {
  const items = entries.map(
    (entry) =>
      `<item><title>${escaped(entry.title)}</title><link>${entry.url}</link><guid>${entry.url}</guid><dc:creator>${entry.author}</dc:creator>` +
      `<pubDate>${entry.at.toUTCString()}</pubDate><description>${escaped(entry.html)}</description></item>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
    `<title>${title}</title><link>https://forum.example</link><ttl>${feedMinutes}</ttl>${items.join('')}</channel></rss>`
  );
}

function atom(entries: readonly Entry[]): string {
  const written = entries.map(
    (entry) =>
      `<entry><id>${entry.url}</id><title>${escaped(entry.title)}</title><link rel="alternate" href="${entry.url}"/>` +
      `<author><name>${entry.author}</name></author><published>${entry.at.toISOString()}</published>` +
      `<updated>${entry.at.toISOString()}</updated><content type="html">${escaped(entry.html)}</content></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>urn:forum</id><title>${title}</title>${written.join('')}</feed>`;
}

function json(entries: readonly Entry[]): string {
  const items = entries.map((entry) => ({
    id: entry.url,
    url: entry.url,
    title: entry.title,
    content_html: entry.html,
    authors: [{ name: entry.author }],
    date_published: entry.at.toISOString(),
  }));
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title, items });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
