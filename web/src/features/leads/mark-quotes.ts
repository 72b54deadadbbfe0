/**
 * A part of the text. `note` describes what its words earned; null for plain text. `parts` are the indexes of the score
 * parts that quote it.
 */
export interface Segment {
  readonly text: string;
  readonly note: string | null;
  readonly parts: readonly number[];
}

interface Part {
  readonly points: number;
  readonly quote: string | null;
  readonly note: string;
}

interface Range {
  readonly start: number;
  end: number;
  readonly notes: Set<string>;
  readonly parts: number[];
}

/**
 * Splits a text at the first occurrence of each verbatim quote. Overlapping quotes become one segment with both notes. A
 * part without points has no row among the reasons, so its words are not marked.
 */
export function markQuotes(text: string, parts: readonly Part[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, notes, parts: places } of mergedRanges(text, parts)) {
    if (start > at) segments.push({ text: text.slice(at, start), note: null, parts: [] });
    segments.push({ text: text.slice(start, end), note: [...notes].join('; '), parts: places });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), note: null, parts: [] });
  return segments;
}

function mergedRanges(text: string, parts: readonly Part[]): Range[] {
  const found = parts
    .map(({ quote, note, points }, at) => ({ quote: quote ?? '', note, points, at }))
    .filter(({ quote, points }) => quote.trim() !== '' && points !== 0)
    .map(({ quote, note, at }) => ({ start: text.indexOf(quote), length: quote.length, note, at }))
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
