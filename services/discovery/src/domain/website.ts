import { appError } from '@earshot/core';
import type { ReadablePage } from '@earshot/sources';
import { fold } from '@earshot/text';

/** The longest description that is written from a website. Longer ones say the same again. */
const longestDescription = 900;
const leastWords = 5;

/** Words in the addresses of pages that say what a business does, the best first. */
const telling = ['about', 'product', 'feature', 'service', 'solution', 'pricing', 'how-it-works', 'work', 'offer'];
/** Texts that every site has. */
const boilerplate =
  /\b(?:cookies?|javascript|privacy|terms|copyright|all rights reserved|sign (?:in|up)|log ?in|newsletter|subscribe|unsubscribe|browser)\b|©/i;

const folded = (text: string) => fold(text).text;

/** Pages of the same site that probably say what the business does, the best first. */
export function pagesToRead({ links }: Pick<ReadablePage, 'links'>, address: string): string[] {
  const home = new URL(address);
  const found = new Map<string, number>();
  for (const link of links) {
    const url = new URL(link.address);
    url.hash = '';
    const isOther = url.host === home.host && /^https?:$/.test(url.protocol) && url.pathname !== home.pathname;
    const words = `${url.pathname} ${link.text}`.toLowerCase();
    const rank = telling.findIndex((word) => words.includes(word));
    if (isOther && rank >= 0 && !found.has(url.href)) found.set(url.href, rank);
  }
  return [...found].sort(([, a], [, b]) => a - b).map(([href]) => href);
}

/**
 * A description of the business in the words of its website: the name, what the pages say of themselves, and the first
 * sentences. Throws website.unreadable if the pages have no text.
 */
export function describedBy(pages: readonly ReadablePage[]): string {
  const [first] = pages;
  const summaries = pages.map(({ description }) => description);
  const texts = pages.flatMap((page) => [...page.headings.slice(0, 1), ...page.texts].filter(isTelling));
  const said: string[] = [];
  for (const sentence of [...summaries.slice(0, 1), ...texts, ...summaries.slice(1)].flatMap(sentencesOf)) {
    const isNew = sentence !== '' && !said.some((one) => folded(one).includes(folded(sentence)));
    if (isNew && said.join(' ').length + sentence.length < longestDescription) said.push(sentence);
  }
  if (first === undefined || said.length === 0) throw empty();
  const name = nameOf(first.title);
  const isNamed = name === '' || folded(said[0] ?? '').includes(folded(name));
  return isNamed ? said.join(' ') : `${name}: ${said.join(' ')}`;
}

/** "InvoiceNest | Invoices for freelancers" names the business in its shorter part. */
function nameOf(title: string): string {
  const parts = title.split(/ [|–—·-] /).map((part) => part.trim());
  return (
    parts.filter((part) => part !== '' && part.split(' ').length <= 4).sort((a, b) => a.length - b.length)[0] ?? ''
  );
}

function isTelling(text: string): boolean {
  return text.split(' ').length >= leastWords && !boilerplate.test(text);
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter(isTelling)
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`));
}

function empty() {
  const message =
    'Earshot could not read the website: it found no text on its pages, because they need a browser to load it. Describe your business in your own words.';
  return appError('website.unreadable', { message, fields: { address: message } });
}
