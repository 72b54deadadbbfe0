import type { Reason } from '../../components/reasons.ts';

/**
 * A part of the text. `note` describes what its words earned; null for plain text. `parts` are the indexes of the score
 * parts that quote it.
 */
export interface Segment {
  readonly text: string;
  readonly note: string | null;
  readonly parts: readonly number[];
}

interface Range {
  readonly start: number;
  end: number;
  readonly notes: Set<string>;
  readonly parts: number[];
}

/** Splits a text at the first occurrence of the quote of each reason. Overlapping quotes become one segment with both notes. */
export function markQuotes(text: string, reasons: readonly Reason[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, notes, parts: places } of mergedRanges(text, reasons)) {
    if (start > at) segments.push({ text: text.slice(at, start), note: null, parts: [] });
    segments.push({ text: text.slice(start, end), note: [...notes].join('; '), parts: places });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), note: null, parts: [] });
  return segments;
}

function mergedRanges(text: string, reasons: readonly Reason[]): Range[] {
  const found = reasons
    .map(({ part: { quote, note }, index }) => ({ quote: quote ?? '', note, index }))
    .filter(({ quote }) => quote.trim() !== '')
    .map(({ quote, note, index }) => ({ start: text.indexOf(quote), length: quote.length, note, at: index }))
    .filter(({ start }) => start >= 0)
    .toSorted((a, b) => a.start - b.start);
  const merged: Range[] = [];
  for (const { start, length, note, at } of found) {
    const last = merged.at(-1);
    if (last && start < last.end) {
      last.end = Math.max(last.end, start + length);
      last.notes.add(note);
      last.parts.push(at);
    } else merged.push({ start, end: start + length, notes: new Set([note]), parts: [at] });
  }
  return merged;
}
