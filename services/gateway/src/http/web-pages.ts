import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pageAt, type WebPage } from '../domain/page-match.ts';

const webPages = z.array(z.object({ path: z.string(), scripts: z.array(z.string()), styles: z.array(z.string()) }));

/** What differs from answer to answer. */
export interface PageFacts {
  readonly path: string;
  readonly nonce: string;
  /** Where browsers reach the page; undefined where the request does not say it. */
  readonly origin: string | undefined;
  /** Where page views may be reported; undefined where nobody counts them. */
  readonly usageUrl: string | undefined;
}

export interface FilledPage {
  readonly status: 200 | 404;
  readonly html: string;
}

/** The documents of the built web app: the landing page, and the app that shows every other page. */
export function webDocuments(root: string): (facts: PageFacts) => Promise<FilledPage> {
  const landing = latest(join(root, 'index.html'), (text) => text);
  const app = latest(join(root, 'app.html'), (text) => text);
  const list = latest(join(root, 'pages.json'), (text) => webPages.parse(JSON.parse(text)));
  return async (facts) => {
    if (facts.path === '/') return { status: 200, html: filled(await landing(), facts) };
    const pages = await list();
    const found = pageAt(pages, facts.path);
    const page = found ?? pages.find(({ path }) => path === '*');
    return { status: found ? 200 : 404, html: filled(await app(), facts, page) };
  };
}

/** A file as it is now: a build replaces the pages together with the assets they name. */
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

/** Fills what the build left open (`web/build/head-tags.ts`). Values are put in as they are, whatever signs they hold. */
function filled(template: string, { path, nonce, origin = '', usageUrl }: PageFacts, page?: WebPage): string {
  const usage = usageUrl === undefined ? [] : [`<meta name="usage-url" content="${escaped(usageUrl)}">`];
  const scripts = (page?.scripts ?? []).map((src) => `<link rel="modulepreload" crossorigin href="${escaped(src)}">`);
  const styles = (page?.styles ?? []).map(
    (href) => `<link rel="stylesheet" crossorigin href="${escaped(href)}" nonce="${nonce}">`,
  );
  const values = new Map([
    ['__CSP_NONCE__', nonce],
    ['__ORIGIN__', escaped(origin)],
    ['__PATH__', escaped(path)],
    ['<!--page-head-->', [...usage, ...scripts, ...styles].join('')],
  ]);
  return template.replace(/__CSP_NONCE__|__ORIGIN__|__PATH__|<!--page-head-->/g, (name) => values.get(name) ?? name);
}
