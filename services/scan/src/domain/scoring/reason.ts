import type { PartCategory, PartName, ScorePart } from './scorer.ts';

const NEED: Record<PartCategory<'need'>, string> = {
  provider: 'is looking for something',
  recommendation: 'asks for recommendations',
  help: 'asks for help',
  problem: 'describes a problem of their own',
  question: 'asks a question',
  none: 'writes',
};

const FIT: Record<PartCategory<'fit'>, string> = {
  core: 'in your field',
  related: 'close to your field',
  audience: 'outside your field, though they look like someone you serve',
  none: 'outside your field',
};

const STAGE: Record<PartCategory<'stage'>, string> = {
  ready: 'speaks of money to spend',
  comparing: 'compares the options',
  'problem-now': 'has it on their hands now',
  exploring: 'is still looking around',
  none: '',
};

const AGAINST: Record<PartCategory<'disqualifier'>, string> = {
  selling: 'seems to be selling or promoting something',
  hiring: 'seems to be hiring staff',
  news: 'is passing on news',
  'success-story': 'seems to be sharing a success',
  'giving-advice': 'seems to be giving advice',
  'off-topic': 'is writing about something else',
  'already-served': 'may have found a solution already',
  'not-a-request': 'does not ask for anything',
};

/**
 * Summarises the parts in one sentence: what the author asks for, how it fits, how close a decision is, and the
 * strongest sign against it.
 */
export function matchReasonOf(parts: readonly ScorePart[]): string {
  const need = NEED[category(parts, 'need') ?? 'none'];
  const fit = FIT[category(parts, 'fit') ?? 'none'];
  const stage = STAGE[category(parts, 'stage') ?? 'none'];
  const urgency = category(parts, 'urgency') ?? 'none';
  const outside = fit === FIT.none || fit === FIT.audience;
  const against = parts
    .filter((part) => part.name === 'disqualifier')
    .filter(({ category: sign }) => !(outside && sign === 'off-topic'))
    .sort((a, b) => a.points - b.points)[0];
  const clauses = [
    `${need} ${fit}`,
    ...(stage === '' ? [] : [stage]),
    ...(urgency === 'none' ? [] : [urgency === 'now' ? 'needs it at once' : 'needs it soon']),
  ];
  return `The author ${enumerate(clauses)}${against ? `, but ${AGAINST[against.category]}` : ''}.`;
}

function enumerate(clauses: readonly string[]): string {
  return clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1) ?? ''}`;
}

function category<N extends PartName>(parts: readonly ScorePart[], name: N): PartCategory<N> | undefined {
  const found = parts.find((part): part is Extract<ScorePart, { name: N }> => part.name === name);
  return found?.category;
}
