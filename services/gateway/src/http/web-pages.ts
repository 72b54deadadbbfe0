import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pageAt, type WebPage } from '../domain/page-match.ts';

const webPages = z.array(z.object({ path: z.string(), scripts: z.array(z.string()), styles: z.array(z.string()) }));

/** Facts that differ for each answer. */
export interface PageFacts {
  readonly path: string;
  readonly nonce: string;
  /** The origin of the page; undefined if the request has no valid Host. */
  readonly origin: string | undefined;
  /** The address for page views; undefined if they are not counted. */
  readonly usageUrl: string | undefined;
  /** Whether the app shows the trial and the billing page. */
  readonly hasBilling: boolean;
  /** Whether this visitor may register: the development gate is open to them. */
  readonly mayRegister: boolean;
}

/** Public pages with a document of their own. */
const renderedPages = { '/': 'index.html', '/how-scores-are-measured': 'scores.html' } as const;

export interface FilledPage {
  readonly status: 200 | 404;
  readonly html: string;
}

/** The documents of the built web app: the public pages that the build has rendered, and the app document for every other page. */
export function webDocuments(root: string): (facts: PageFacts) => Promise<FilledPage> {
  const rendered = new Map(
    Object.entries(renderedPages).map(([path, file]) => [path, latest(join(root, file), (text) => text)]),
  );
  const app = latest(join(root, 'app.html'), (text) => text);
  const list = latest(join(root, 'pages.json'), (text) => webPages.parse(JSON.parse(text)));
  return async (facts) => {
    const own = rendered.get(facts.path === '/' ? '/' : facts.path.replace(/\/$/, ''));
    if (own) return { status: 200, html: filled(await own(), facts) };
    const pages = await list();
    const found = pageAt(pages, facts.path);
    const page = found ?? pages.find(({ path }) => path === '*');
    return { status: found ? 200 : 404, html: filled(await app(), facts, page) };
  };
}

/** Rereads a changed file: a build replaces the pages together with the assets they name. */
function latest<T>(path: string, parse: (text: string) => T): () => Promise<T> {
  let known: { readonly value: T; readonly writtenMs: number } | undefined;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (known?.writtenMs !== mtimeMs) known = { value: parse(await readFile(path, 'utf8')), writtenMs: mtimeMs };
    return known.value;
  };
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/**
 * Fills the placeholders left by the build (`web/build/head-tags.ts`). A replacer function inserts values literally,
 * even with `$` signs.
 */
function filled(template: string, facts: PageFacts, page?: WebPage): string {
  const { path, nonce, origin = '', usageUrl, hasBilling, mayRegister } = facts;
  const usage = usageUrl === undefined ? [] : [`<meta name="usage-url" content="${escaped(usageUrl)}">`];
  const billing = hasBilling ? [] : ['<meta name="billing" content="off">'];
  const registration = mayRegister ? [] : ['<meta name="registration" content="closed">'];
  const scripts = (page?.scripts ?? []).map((src) => `<link rel="modulepreload" crossorigin href="${escaped(src)}">`);
  const styles = (page?.styles ?? []).map(
    (href) => `<link rel="stylesheet" crossorigin href="${escaped(href)}" nonce="${nonce}">`,
  );
  const values = new Map([
    ['__CSP_NONCE__', nonce],
    ['__ORIGIN__', escaped(origin)],
    ['__PATH__', escaped(path)],
    ['<!--page-head-->', [...usage, ...billing, ...registration, ...styles, ...scripts].join('')],
  ]);
  return template.replace(/__CSP_NONCE__|__ORIGIN__|__PATH__|<!--page-head-->/g, (name) => values.get(name) ?? name);
}
