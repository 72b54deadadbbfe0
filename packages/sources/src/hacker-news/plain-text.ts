import { decodeEntities, tidyText } from '../readable-text.ts';

/** Maximum length of HTML that is read; no text of the site is nearly as long. */
const longestHtml = 60_000;

/** A tag. `[^<>]` keeps the search linear for any input. */
const tag = /<[^<>]*>/g;
const openAnchor = /^<a\s[^<>]*?href\s*=\s*"([^"<>]*)"/i;

/**
 * Converts the site's HTML to plain text. Paragraphs are separated by an empty line and entities are decoded. A link
 * keeps its address unless its text shows the full address.
 */
export function plainText(html: string): string {
  const out: string[] = [];
  let link: { address: string; startsAt: number } | null = null;
  let from = 0;
  const read = html.slice(0, longestHtml);
  for (const { 0: part, index } of read.matchAll(tag)) {
    out.push(decodeEntities(read.slice(from, index)));
    from = index + part.length;
    const anchor = openAnchor.exec(part)?.[1];
    if (anchor !== undefined) {
      link = { address: decodeEntities(anchor), startsAt: out.length };
    } else if (/^<\/a\s*>$/i.test(part) && link !== null) {
      const text = out.splice(link.startsAt).join('');
      out.push(linkText(text, link.address));
      link = null;
    } else {
      out.push(breakOf(part));
    }
  }
  return tidyText([...out, decodeEntities(read.slice(from))].join(''));
}

function breakOf(part: string): string {
  if (/^<\/?(?:p|pre)\b/i.test(part)) return '\n\n';
  return /^<br\b/i.test(part) ? '\n' : '';
}

/** Returns the text of a link with its address. The site shortens long addresses with three dots. */
function linkText(text: string, address: string): string {
  if (!/^https?:\/\//i.test(address)) return text;
  const shown = text.trim();
  const isShort = shown.endsWith('...') && address.startsWith(shown.slice(0, -3));
  if (shown === '' || shown === address || isShort) return address;
  return `${text} (${address})`;
}
