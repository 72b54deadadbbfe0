import { DISQUALIFIER_PATTERNS, type DisqualifierSign } from './disqualifiers.ts';
import {
  NEED_PATTERNS,
  type NeedSign,
  type Pattern,
  STAGE_PATTERNS,
  type StageSign,
  URGENCY_PATTERNS,
  type UrgencySign,
} from './patterns.ts';
import { ownTrouble } from './trouble.ts';
import type { Sign } from './fit.ts';
import type { Evidence } from './text.ts';

/** What the wording of a post shows about its author, independent of the business. Each list is sorted, strongest first. */
export interface Signs {
  readonly need: readonly Sign<NeedSign>[];
  readonly stage: readonly Sign<StageSign>[];
  readonly urgency: readonly Sign<UrgencySign>[];
  readonly disqualifiers: readonly Sign<DisqualifierSign>[];
  /** The body is empty or only a link. */
  readonly bare: boolean;
}

/** A sign in the body counts less than in the title, and even less after `FAR` characters, where authors digress. */
const BODY_FACTOR = 0.8;
const FAR_FACTOR = 0.6;
const FAR = 700;

/**
 * Finds the signs of a post. Both texts must be folded. `need` is the result of
 * `needsOf` for the same texts.
 */
export function signsOf(title: string, body: string, need: Signs['need']): Signs {
  return {
    need,
    stage: find(STAGE_PATTERNS, title, body),
    urgency: find(URGENCY_PATTERNS, title, body),
    disqualifiers: find(DISQUALIFIER_PATTERNS, title, body),
    bare: body.replace(/https?:\S+|\[[^[\]]*\]\([^()]*\)/g, '').trim().length < 25,
  };
}

/** Finds only what the author wants from the reader, which is all that the pre-filter needs. */
export function needsOf(title: string, body: string): Sign<NeedSign>[] {
  const needs = find(NEED_PATTERNS, title, body);
  const trouble = ownTrouble(title, body, firstPersonShare(`${title} ${body.slice(0, 500)}`));
  if (!trouble || needs.some(({ category, strength }) => category === 'problem' && strength >= trouble.strength))
    return needs;
  return [...needs.filter(({ category }) => category !== 'problem'), trouble].sort((a, b) => b.strength - a.strength);
}

function find<C extends string>(patterns: readonly Pattern<C>[], title: string, body: string): Sign<C>[] {
  const strongest = new Map<C, Sign<C>>();
  for (const pattern of patterns) {
    // Patterns that could not be stronger than what was found are not searched for. This halves the time.
    const least = strongest.get(pattern.category)?.strength ?? 0;
    if (pattern.weight <= least) continue;
    const inTitle = pattern.regex.exec(title);
    const isTooWeak = pattern.titleOnly === true || pattern.weight * BODY_FACTOR <= least;
    const inBody = inTitle || isTooWeak ? null : pattern.regex.exec(body);
    const match = inTitle ?? inBody;
    if (!match) continue;
    const factor = inTitle ? 1 : match.index > FAR ? FAR_FACTOR : BODY_FACTOR;
    const strength = pattern.weight * factor;
    if (strength <= least) continue;
    const evidence: Evidence = {
      field: inTitle ? 'title' : 'selftext',
      start: match.index,
      end: match.index + match[0].length,
    };
    strongest.set(pattern.category, { category: pattern.category, strength, evidence });
  }
  return [...strongest.values()].sort((a, b) => b.strength - a.strength);
}

/** The share of words such as "I", "my" and "we", times ten, at most 1. Authors describe their problems in the first person. */
function firstPersonShare(text: string): number {
  const words = text.match(/\b[a-z']+\b/g)?.length ?? 0;
  const own = text.match(/\b(?:i|i'm|im|i've|ive|i'd|i'll|my|me|we|we're|we've|our|us)\b/g)?.length ?? 0;
  return words === 0 ? 0 : Math.min(1, (own / words) * 10);
}
