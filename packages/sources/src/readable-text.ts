import { decodeHTMLStrict } from 'entities';

/** As long as the longest texts of the sites. What is longer is not one of theirs. */
const longest = { title: 300, text: 40_000 } as const;
/** A text with entities may be somewhat longer. */
const longestEncoded = 60_000;

/** Decodes character entities once, named ones only with their semicolon: "AT&T" and "?a=1&copy=2" stay. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text;
}

/** A text of a site as people read it: without control characters, invisible spaces and needless blank lines. */
export function tidyText(text: string): string {
  return text
    .slice(0, longestEncoded)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u200b\ufeff]/gu, '')
    .replaceAll('\u00a0', ' ')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, longest.text);
}

/**
 * A text that a site sent with character entities, as people read it. Texts that were copied from elsewhere are encoded
 * twice.
 */
export function readableText(encoded: string): string {
  return tidyText(decodeEntities(decodeEntities(encoded.slice(0, longestEncoded))));
}

/** The same for a title, in one line. */
export function readableTitle(encoded: string): string {
  return readableText(encoded).replace(/\s+/g, ' ').slice(0, longest.title);
}
