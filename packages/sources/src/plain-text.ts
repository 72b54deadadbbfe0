import { Parser } from 'htmlparser2';
import { decodeEntities, tidyText } from './readable-text.ts';

/** Maximum length of HTML that is read: several times the longest text that is kept. */
const longestHtml = 200_000;

const paragraphs = new Set([
  'p',
  'pre',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'figure',
]);
const lines = new Set(['br', 'div', 'li', 'tr', 'dt', 'dd', 'hr', 'section', 'article']);
/** Elements whose content nobody reads. */
const hidden = new Set(['script', 'style', 'template', 'noscript', 'head']);

/**
 * Converts HTML of a site to plain text. Paragraphs are separated by an empty line, items of lists have a line each, and
 * entities are decoded. A link keeps its address unless its text shows the full address.
 */
export function plainText(html: string): string {
  const out: string[] = [];
  let link: { readonly address: string; readonly startsAt: number } | null = null;
  let hiddenDepth = 0;
  const end = (name: string) => {
    if (hidden.has(name)) hiddenDepth -= 1;
    else if (name === 'a' && link !== null) {
      out.push(linkText(out.splice(link.startsAt).join(''), link.address));
      link = null;
    } else if (paragraphs.has(name)) out.push('\n\n');
  };
  const parser = new Parser(
    {
      onopentag: (name, { href }) => {
        if (hidden.has(name)) hiddenDepth += 1;
        else if (name === 'a' && href !== undefined) link = { address: decodeEntities(href), startsAt: out.length };
        else if (paragraphs.has(name)) out.push('\n\n');
        else if (lines.has(name)) out.push(name === 'li' ? '\n- ' : '\n');
      },
      ontext: (text) => {
        if (hiddenDepth === 0) out.push(decodeEntities(text));
      },
      // What was never closed ends with the text, without an effect of its own.
      onclosetag: (name, isImplied) => (isImplied && name === 'a' ? undefined : end(name)),
    },
    { decodeEntities: false },
  );
  parser.end(html.slice(0, longestHtml));
  return tidyText(out.join(''));
}

/** Returns the text of a link with its address. Sites shorten long addresses with three dots. */
function linkText(text: string, address: string): string {
  if (!/^https?:\/\//i.test(address)) return text;
  const shown = text.trim();
  const isShort = shown.endsWith('...') && address.startsWith(shown.slice(0, -3));
  if (shown === '' || shown === address || isShort) return address;
  return `${text} (${address})`;
}
