import type { Folded } from '@earshot/text';
import { type Fit, fitOf, type Sign } from './fit.ts';
import type { NeedSign, StageSign } from './patterns.ts';
import type { Profile } from './profile.ts';
import type { ScorePart } from './scorer.ts';
import type { Signs } from './signs.ts';
import { type Evidence, quoteAround, type Token } from './text.ts';
import type { DisqualifierSign } from './disqualifiers.ts';

/** Everything that was derived from one post for one business. */
export interface Reading {
  readonly text: { readonly title: Folded; readonly selftext: Folded };
  readonly tokens: { readonly title: readonly Token[]; readonly selftext: readonly Token[] };
  readonly profile: Profile;
  readonly fit: Fit;
  readonly signs: Signs;
}

/*
 * The points. A need counts in full only if the topic is that of the business (`topical`). Fit and need therefore act
 * as factors, although the score is a sum. The figures are round and reasoned; how much
 * each part counts in the end is learned (`learned-weights.json`).
 */
const FIT_POINTS = 4.6;
const NEED_POINTS = 4;
const STAGE_POINTS = 1.8;
const URGENCY_POINTS: Record<'now' | 'soon', number> = { now: 0.5, soon: 0.2 };
/** The fit at which a need counts in full. */
const TOPICAL_FIT = 0.7;
const OFF_TOPIC_FIT = 0.3;

/** Kinds of need: the higher the weight, the closer the author is to buying. */
const NEED_WEIGHT: Record<NeedSign, number> = {
  provider: 1,
  recommendation: 0.85,
  help: 0.85,
  problem: 0.85,
  question: 0.4,
};
const STAGE_WEIGHT: Record<StageSign, number> = { ready: 1, comparing: 1, 'problem-now': 0.4, exploring: 0.4 };
const AGAINST: Record<DisqualifierSign, number> = {
  selling: 4,
  hiring: 4,
  news: 2,
  'success-story': 4,
  'giving-advice': 4,
  'already-served': 1.5,
  'not-a-request': 2,
};

/** The parts by fixed rules, each with its quote. */
export function rulePartsOf(reading: Reading): ScorePart[] {
  const topical = Math.min(1, reading.fit.value / TOPICAL_FIT);
  return [
    fitPart(reading),
    needPart(reading, topical),
    stagePart(reading, topical),
    urgencyPart(reading, topical),
    ...disqualifierParts(reading),
  ];
}

function fitPart(reading: Reading): ScorePart {
  const { fit } = reading;
  const share = Math.max(0, fit.value);
  const notes = {
    core: 'It uses words of your offer',
    related: 'It uses words similar to your offer',
    audience: 'The author looks like the right person',
    none: 'Nothing of the offer is mentioned',
  };
  return {
    name: 'fit',
    category: fit.category,
    points: tenths(FIT_POINTS * share),
    quote: fit.evidence && sharesWords(reading, fit.evidence) ? quoteOf(reading, fit.evidence) : null,
    note: notes[fit.category],
  };
}

/** Around a place of the text, this many characters belong to what is quoted. */
const QUOTED_AROUND = 80;

/** Whether at least two words of the offer stand there: one alone, such as "pair" or "game", shows nothing. */
function sharesWords({ profile, tokens }: Reading, { field, start, end }: Evidence): boolean {
  const near = tokens[field].filter((token) => token.start > start - QUOTED_AROUND && token.end < end + QUOTED_AROUND);
  const groups = near.flatMap(({ stem }) => (profile.terms.get(stem) ?? []).map(([index]) => index));
  const ofOffer = new Set(groups.filter((index) => profile.groups[index]?.origin === 'core'));
  return ofOffer.size >= 2;
}

function needPart(reading: Reading, topical: number): ScorePart {
  const aimed = reading.signs.need
    .map((sign) => ({ sign, weight: NEED_WEIGHT[sign.category] * sign.strength * aim(reading, sign) }))
    .sort((a, b) => b.weight - a.weight);
  const [first] = aimed;
  if (!first) return { name: 'need', category: 'none', points: 0, quote: null, note: 'The author states no need' };
  const notes: Record<NeedSign, string> = {
    provider: 'The author is looking for something',
    recommendation: 'The author asks what others recommend',
    help: 'The author asks for help',
    problem: 'The author describes a problem of their own',
    question: 'The author asks a question',
  };
  const missing = aimed.reduce((left, { weight }) => left * (1 - 0.85 * weight), 1);
  const quote = quoteOf(reading, first.sign.evidence);
  const category = first.sign.category === 'provider' && OPEN_QUESTION.test(quote) ? 'question' : first.sign.category;
  return {
    name: 'need',
    category,
    points: tenths(NEED_POINTS * (1 - missing) * topical),
    quote,
    note: notes[category],
  };
}

/** "Do I need a new roof?" asks whether to look for one, and is not looking yet. */
const OPEN_QUESTION = /(?:^|[,;]\s)(?:do|does|did|should|would|will|is|are|am|if|whether) (?:i|we|it|this|that)\b/i;

/** The share of a need that counts: all if the text around it mentions the offer, half if it does not. */
function aim(reading: Reading, sign: Sign<NeedSign>): number {
  const { field, start, end } = sign.evidence;
  const near = reading.tokens[field].filter((token) => token.start > start - 90 && token.end < end + 120);
  const local = field === 'title' ? fitOf(reading.profile, near, [], 0) : fitOf(reading.profile, [], near, 0);
  return 0.5 + 0.5 * Math.min(1, local.value / 0.5);
}

function stagePart(reading: Reading, topical: number): ScorePart {
  const [first] = [...reading.signs.stage].sort((a, b) => stageWeight(b) - stageWeight(a));
  if (!first)
    return { name: 'stage', category: 'none', points: 0, quote: null, note: 'Nothing shows how near a decision is' };
  const notes: Record<StageSign, string> = {
    ready: 'They mention cost or buying',
    comparing: 'They consider what to choose',
    'problem-now': 'It is happening now',
    exploring: 'They are looking around',
  };
  return {
    name: 'stage',
    category: first.category,
    points: tenths(STAGE_POINTS * stageWeight(first) * topical),
    quote: quoteOf(reading, first.evidence),
    note: notes[first.category],
  };
}

function stageWeight(sign: Sign<StageSign>): number {
  return STAGE_WEIGHT[sign.category] * sign.strength;
}

function urgencyPart(reading: Reading, topical: number): ScorePart {
  const [first] = reading.signs.urgency;
  if (!first) return { name: 'urgency', category: 'none', points: 0, quote: null, note: 'No urgency is mentioned' };
  return {
    name: 'urgency',
    category: first.category,
    points: tenths(URGENCY_POINTS[first.category] * topical),
    quote: quoteOf(reading, first.evidence),
    note: first.category === 'now' ? 'They need it at once' : 'They need it soon',
  };
}

const AGAINST_NOTES: Record<DisqualifierSign, string> = {
  selling: 'The author offers or promotes something',
  hiring: 'The author hires staff',
  news: 'It passes on news',
  'success-story': 'It reports a success',
  'giving-advice': 'It gives advice or opens a talk',
  'already-served': 'The author has found what was needed',
  'not-a-request': 'It talks without wanting anything',
};

/** The strongest sign counts in full and each further one half, because several signs often have the same cause. */
function disqualifierParts(reading: Reading): ScorePart[] {
  const parts: ScorePart[] = reading.signs.disqualifiers.map((sign, index) => ({
    name: 'disqualifier',
    category: sign.category,
    points: -tenths(AGAINST[sign.category] * sign.strength * (index === 0 ? 1 : 0.5)),
    quote: quoteOf(reading, sign.evidence),
    note: AGAINST_NOTES[sign.category],
  }));
  if (reading.fit.value < OFF_TOPIC_FIT) {
    parts.push({
      name: 'disqualifier',
      category: 'off-topic',
      points: -2,
      quote: null,
      note: 'It is about something else',
    });
  }
  if (reading.signs.need.length === 0) {
    parts.push({
      name: 'disqualifier',
      category: 'not-a-request',
      points: -1.5,
      quote: null,
      note: 'Nothing is asked',
    });
  }
  return parts;
}

/** The words of the original post around a place of its folded text. */
export function quoteOf(reading: Pick<Reading, 'text'>, evidence: Evidence): string {
  const { original, originOf } = reading.text[evidence.field];
  return quoteAround(original, originOf(evidence.start), originOf(evidence.end));
}

export function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
