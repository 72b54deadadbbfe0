import { Parser } from 'htmlparser2';
import { decodeEntities, readableTitle, tidyText } from './readable-text.ts';

/** A web page as people read it. */
export interface ReadablePage {
  readonly title: string;
  /** What the page says of itself to search engines; '' if it says nothing. */
  readonly description: string;
  readonly headings: readonly string[];
  /** Paragraphs and items of lists, in the order of the page, without menus and footers. */
  readonly texts: readonly string[];
  /** Absolute addresses of links, menus included, each with its text. */
  readonly links: readonly { readonly address: string; readonly text: string }[];
}

/** More is not read of a page. */
const longestHtml = 1_000_000;
/** Elements whose text nobody reads as a part of the page. Forms are none: some sites put the whole page into one. */
const left = new Set(['script', 'style', 'template', 'noscript', 'svg', 'nav', 'footer', 'button', 'select']);
const blocks = new Set(['p', 'li', 'h1', 'h2', 'h3', 'dd', 'blockquote', 'td', 'div', 'section', 'article', 'main']);
const headings = new Set(['h1', 'h2', 'h3']);

/** Reads an HTML page. Links are resolved against `address`. */
export function readablePage(html: string, address: string): ReadablePage {
  const about = { title: '', description: '' };
  const titles: string[] = [];
  const texts: string[] = [];
  const links: ReadablePage['links'][number][] = [];
  const open: string[] = [];
  let block: string[] = [];
  let link: { address: string; text: string[] } | null = null;
  let title: string[] | null = null;
  const endBlock = (name: string) => {
    const text = tidyText(decodeEntities(block.join(''))).replace(/\s+/g, ' ');
    block = [];
    if (text === '') return;
    (headings.has(name) ? titles : texts).push(text);
  };
  const parser = new Parser(
    {
      onopentag: (name, { name: meta = '', property = '', content = '', href }) => {
        if (left.has(name)) open.push(name);
        if (name === 'title' && about.title === '') title = [];
        if (name === 'meta' && /^(?:og:)?description$/i.test(meta || property) && about.description === '')
          about.description = readableTitle(content);
        if (name === 'a' && href !== undefined && URL.canParse(decodeEntities(href), address))
          link = { address: new URL(decodeEntities(href), address).href, text: [] };
        if (blocks.has(name)) endBlock('p');
        if (name === 'br') block.push(' ');
      },
      ontext: (text) => {
        title?.push(text);
        link?.text.push(text);
        if (open.length === 0 && title === null) block.push(text);
      },
      onclosetag: (name) => {
        if (open.at(-1) === name) open.pop();
        if (name === 'title' && title !== null) {
          about.title = readableTitle(title.join(''));
          title = null;
        }
        if (name === 'a' && link !== null) {
          links.push({ address: link.address, text: readableTitle(link.text.join('')) });
          link = null;
        }
        if (blocks.has(name)) endBlock(name);
      },
    },
    { decodeEntities: false },
  );
  parser.end(html.slice(0, longestHtml));
  return { ...about, headings: titles, texts, links };
}
