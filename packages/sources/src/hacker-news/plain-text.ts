/** Maximum length of HTML that is read; no text of the site is nearly as long. */
const longestHtml = 200_000;

/** A tag, an entity, or the text up to the next one. `[^<>]` keeps the search linear for any input. */
const token = /<[^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});|[^<&]+|[<&]/gi;
const openAnchor = /^<a\s[^<>]*?href\s*=\s*"([^"<>]*)"/i;

const namedEntities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/**
 * Converts the site's HTML to plain text. Paragraphs are separated by an empty line and entities are decoded. A link
 * keeps its address unless its text shows the full address.
 */
export function plainText(html: string): string {
  const out: string[] = [];
  let link: { address: string; startsAt: number } | null = null;
  for (const [part] of html.slice(0, longestHtml).matchAll(token)) {
    const anchor = openAnchor.exec(part)?.[1];
    if (anchor !== undefined) {
      link = { address: decodeEntities(anchor), startsAt: out.length };
    } else if (/^<\/a\s*>$/i.test(part) && link !== null) {
      const text = out.splice(link.startsAt).join('');
      out.push(linkText(text, link.address));
      link = null;
    } else if (isTag(part)) {
      out.push(breakOf(part));
    } else {
      out.push(decodeEntity(part));
    }
  }
  return tidy(out.join(''));
}

/** Decodes a text that contains entities but no other HTML, such as a title. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decodeEntity);
}

function isTag(part: string): boolean {
  return part.length > 1 && part.startsWith('<');
}

function breakOf(tag: string): string {
  if (/^<\/?(?:p|pre)\b/i.test(tag)) return '\n\n';
  return /^<br\b/i.test(tag) ? '\n' : '';
}

/** Returns the text of a link with its address. The site shortens long addresses with three dots. */
function linkText(text: string, address: string): string {
  if (!/^https?:\/\//i.test(address)) return text;
  const shown = text.trim();
  const isShort = shown.endsWith('...') && address.startsWith(shown.slice(0, -3));
  if (shown === '' || shown === address || isShort) return address;
  return `${text} (${address})`;
}

function decodeEntity(entity: string): string {
  const [, decimal, hex, name] = /^&(?:#(\d+)|#x([\da-f]+)|([a-z]+));$/i.exec(entity) ?? [];
  if (name !== undefined) return namedEntities.get(name.toLowerCase()) ?? entity;
  if (decimal === undefined && hex === undefined) return entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return isCharacter(code) ? String.fromCodePoint(code) : '\uFFFD';
}

/** Excludes surrogate halves and numbers above the last code point. */
function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
}

function tidy(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
