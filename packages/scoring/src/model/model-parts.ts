import type { Post, ScorePart } from '../scorer.ts';
import { type Judgement, NEED_SHARE, POINTS } from './model-rubric.ts';

const NOTE = 'Judged by the model';
const UNQUOTED = 'The model gave no quote from the post for this, so it does not count';

/** The number of categories of an answer that need a verbatim quote and lack it. */
export function badQuotes(post: Post, answer: Judgement): number {
  const positive = [answer.need, answer.stage, answer.urgency, answer.fit];
  const owed = [
    ...positive.filter(({ category }) => category !== 'none' && category !== 'audience'),
    ...answer.disqualifiers.filter(({ category }) => !SILENT.has(category)),
  ];
  return owed.filter(({ quote }) => verbatim(post, quote) === null).length;
}

/** These categories need no quote, because they are about what the post does not contain. */
const SILENT: ReadonlySet<string> = new Set(['off-topic', 'not-a-request']);

/**
 * The parts of an answer with their points. A category without the required verbatim quote becomes `none`, because it
 * is unproven.
 */
export function partsOfAnswer(post: Post, answer: Judgement): ScorePart[] {
  const fit = keep(post, answer.fit, answer.fit.category === 'audience');
  const need = keep(post, answer.need);
  const stage = keep(post, answer.stage);
  const urgency = keep(post, answer.urgency);
  const share = NEED_SHARE[fit.category];
  return [
    { name: 'fit', ...fit, points: POINTS.fit[fit.category] },
    { name: 'need', ...need, points: tenths(POINTS.need[need.category] * share) },
    { name: 'stage', ...stage, points: tenths(POINTS.stage[stage.category] * share) },
    { name: 'urgency', ...urgency, points: tenths(POINTS.urgency[urgency.category] * share) },
    ...disqualifierParts(post, answer),
  ];
}

function keep<C extends string>(
  post: Post,
  judged: { readonly category: C; readonly quote: string | null },
  quoteless = false,
): { category: C | 'none'; quote: string | null; note: string } {
  const quote = judged.category === 'none' ? null : verbatim(post, judged.quote);
  if (judged.category === 'none' || quote !== null || quoteless)
    return { category: judged.category, quote, note: NOTE };
  return { category: 'none', quote: null, note: UNQUOTED };
}

function disqualifierParts(post: Post, answer: Judgement): ScorePart[] {
  const seen = new Set<string>();
  return answer.disqualifiers.flatMap(({ category, quote }): ScorePart[] => {
    const words = verbatim(post, quote);
    if (seen.has(category) || (words === null && !SILENT.has(category))) return [];
    seen.add(category);
    return [{ name: 'disqualifier', category, points: POINTS.disqualifier[category], quote: words, note: NOTE }];
  });
}

/** The position of a quote in a post. */
export interface QuoteSpan {
  readonly field: 'title' | 'selftext';
  readonly start: number;
  readonly end: number;
}

/** Characters of a quote that are looked for. The rubric asks for 12 words, and each further word makes the search longer. */
const QUOTE_READ = 300;

/** Finds a quote in a post, or returns null. Only white space may differ, because models replace line breaks when they copy. */
export function spanOf(post: Post, quote: string | null): QuoteSpan | null {
  const words = quote?.slice(0, QUOTE_READ).trim().split(/\s+/) ?? [];
  if (words.join('').length < 2) return null;
  const pattern = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'));
  for (const field of ['title', 'selftext'] as const) {
    const found = pattern.exec(post[field]);
    if (found) return { field, start: found.index, end: found.index + found[0].length };
  }
  return null;
}

function verbatim(post: Post, quote: string | null): string | null {
  const span = spanOf(post, quote);
  return span && post[span.field].slice(span.start, span.end);
}

function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
