/** A part of the text. `note` describes what its words earned; null for plain text. */
export interface Segment {
  readonly text: string;
  readonly note: string | null;
}

interface Part {
  readonly quote: string | null;
  readonly note: string;
}

interface Range {
  readonly start: number;
  end: number;
  readonly notes: Set<string>;
}

/** Splits a text at the first occurrence of each verbatim quote. Overlapping quotes become one segment with both notes. */
export function markQuotes(text: string, parts: readonly Part[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, notes } of mergedRanges(text, parts)) {
    if (start > at) segments.push({ text: text.slice(at, start), note: null });
    segments.push({ text: text.slice(start, end), note: [...notes].join('; ') });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), note: null });
  return segments;
}

function mergedRanges(text: string, parts: readonly Part[]): Range[] {
  const found = parts
    .filter((part): part is Part & { quote: string } => part.quote !== null && part.quote.trim() !== '')
    .map(({ quote, note }) => ({ start: text.indexOf(quote), length: quote.length, note }))
    .filter(({ start }) => start >= 0)
    .toSorted((a, b) => a.start - b.start);
  const merged: Range[] = [];
  for (const { start, length, note } of found) {
    const last = merged.at(-1);
    if (last && start < last.end) {
      last.end = Math.max(last.end, start + length);
      last.notes.add(note);
    } else merged.push({ start, end: start + length, notes: new Set([note]) });
  }
  return merged;
}
