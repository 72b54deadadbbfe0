import { random } from '@earshot/core/testing';
import type { Label, LabelKind } from '../../../packages/scoring/src/learning/label.ts';
import type { Learning } from '../../../packages/scoring/src/learning/learning.ts';
import { learnedBy, learningOf } from '@earshot/scoring';
import { learnedParts } from '../../../packages/scoring/src/learning/personal-scorer.ts';
import type { ScorePart } from '../../../packages/scoring/src/scorer.ts';
import { scoreOf } from '../../../packages/scoring/src/scorer.ts';
import { auc, ndcg, ranked } from '../src/quality/metrics.ts';

export type Draw = () => number;

/** A post as learning sees it. */
export interface SimulatedPost {
  readonly id: string;
  readonly parts: readonly ScorePart[];
}

/**
 * The probability that a user wants a post, 0 to 1. `age` is 0 for the first post that the user is shown and 1 for the
 * last.
 */
export type Taste = (post: SimulatedPost, age: number) => number;

const pick = <T>(draw: Draw, options: readonly (readonly [value: T, share: number])[]): T => {
  let left = draw() * options.reduce((sum, [, share]) => sum + share, 0);
  for (const [value, share] of options) if ((left -= share) < 0) return value;
  const [last] = options.at(-1) ?? [];
  if (last === undefined) throw new Error('nothing to draw from');
  return last;
};
const tenths = (points: number) => Math.round(points * 10) / 10;
const bare = { quote: null, note: '' };

/** Draws a post with parts as the keyless scorer could give them. The shares are about those of a business community. */
export function drawPost(draw: Draw, id: string): SimulatedPost {
  const fit = pick(draw, [
    ['core', 4],
    ['related', 3],
    ['audience', 2],
    ['none', 2],
  ] as const);
  const value = { core: 0.8, related: 0.5, audience: 0.35, none: 0.1 }[fit] + (draw() - 0.5) * 0.3;
  const topical = Math.min(1, Math.max(0, value) / 0.6);
  const need = pick(draw, [
    ['provider', 3],
    ['recommendation', 3],
    ['help', 3],
    ['problem', 2],
    ['question', 4],
    ['none', 3],
  ] as const);
  const needWeight = { provider: 0.95, recommendation: 0.85, help: 0.8, problem: 0.7, question: 0.4, none: 0 }[need];
  const stage = pick(draw, [
    ['ready', 2],
    ['comparing', 3],
    ['problem-now', 2],
    ['exploring', 2],
    ['none', 6],
  ] as const);
  const stagePoints = { ready: 1.8, comparing: 1.8, 'problem-now': 0.7, exploring: 0.7, none: 0 }[stage];
  const urgency = pick(draw, [
    ['now', 1],
    ['soon', 1],
    ['none', 8],
  ] as const);
  const parts: ScorePart[] = [
    { name: 'fit', category: fit, points: tenths(4.6 * Math.max(0, value)), ...bare },
    { name: 'need', category: need, points: tenths(4 * needWeight * topical), ...bare },
    { name: 'stage', category: stage, points: tenths(stagePoints * topical), ...bare },
    { name: 'urgency', category: urgency, points: { now: 0.5, soon: 0.2, none: 0 }[urgency], ...bare },
  ];
  const against = pick(draw, [
    ['selling', 2],
    ['giving-advice', 2],
    ['news', 1],
    ['already-served', 2],
    [null, 12],
  ] as const);
  if (against !== null)
    parts.push({ name: 'disqualifier', category: against, points: tenths(-1 - 3 * draw()), ...bare });
  if (need === 'none') parts.push({ name: 'disqualifier', category: 'not-a-request', points: -1.5, ...bare });
  return { id, parts };
}

/** The labels of a user for the shown posts that score as leads, in their order, at most `most`. */
export function labelsOf(shown: readonly SimulatedPost[], taste: Taste, draw: Draw, most: number): Label[] {
  const leads = shown.filter(({ parts }) => scoreOf(parts) >= 5).slice(0, most);
  return leads.map((post, at) => {
    const wanted = draw() < taste(post, at / leads.length);
    const kind: LabelKind = wanted ? (draw() < 0.7 ? 'contacted' : 'up') : draw() < 0.7 ? 'skipped' : 'down';
    return { postId: post.id, kind, at: new Date(1_760_000_000_000 + at * 3_600_000), parts: post.parts };
  });
}

/** The ranking quality of posts that the user has not seen. */
export interface Outcome {
  readonly learning: Learning;
  readonly auc: readonly [without: number, withLearning: number];
  readonly ndcg: readonly [without: number, withLearning: number];
}

/**
 * Ranks fresh posts without and with the learned adjustments. `gradeOf` gives the label of a post, 0 to 3; posts with 2
 * or 3 are leads.
 */
export function outcomeOf(
  labels: readonly Label[],
  fresh: readonly SimulatedPost[],
  gradeOf: (post: SimulatedPost) => number,
): Outcome {
  const learning = learningOf(labels, true);
  const learned = learnedBy(learning)?.adjustments ?? [];
  const grades = new Map(fresh.map((post) => [post.id, gradeOf(post)]));
  const list = (score: (post: SimulatedPost) => number) =>
    ranked(fresh.map((post) => ({ id: post.id, label: grades.get(post.id) ?? 0, score: score(post) })));
  const lists = [
    list(({ parts }) => scoreOf(parts)),
    list(({ parts }) => scoreOf([...parts, ...learnedParts(parts, learned)])),
  ] as const;
  return { learning, auc: [auc(lists[0]), auc(lists[1])], ndcg: [ndcg(lists[0]), ndcg(lists[1])] };
}

const has = (post: SimulatedPost, name: string, ...categories: readonly string[]) =>
  post.parts.some((part) => part.name === name && categories.includes(part.category));
const likes = (post: SimulatedPost, isLiked: boolean) => (isLiked && has(post, 'fit', 'core', 'related') ? 0.85 : 0.1);
const certain = (post: SimulatedPost) => scoreOf(post.parts) - 6.5;
const share = (logit: number) => 1 / (1 + Math.exp(-logit));

const buyers: Taste = (post) => likes(post, has(post, 'stage', 'ready', 'comparing'));
const questions: Taste = (post) => likes(post, has(post, 'need', 'question', 'help'));

/** A kind of user: the preference, the maximum number of labels, and whether labels can teach the preference. */
interface Kind {
  readonly taste: Taste;
  readonly labels: number;
  readonly hasTaste: boolean;
}

export const userKinds = [
  'agrees',
  'likes those who are near buying',
  'likes open questions',
  'hates recommendations',
  'clicks at random',
  'contrary',
  'has few labels',
  'sloppy',
  'changed mind',
  'changed mind a moment ago',
  'wants nearly all',
] as const;
export type UserKind = (typeof userKinds)[number];

/**
 * Bounded adjustments cannot serve the preference of `contrary` users. For the others with `hasTaste: false`, the
 * labels do not teach enough to improve the ranking.
 */
export const users: Readonly<Record<UserKind, Kind>> = {
  agrees: { taste: (post) => share(1.2 * certain(post)), labels: 60, hasTaste: false },
  'likes those who are near buying': { taste: buyers, labels: 60, hasTaste: true },
  'likes open questions': { taste: questions, labels: 60, hasTaste: true },
  'hates recommendations': {
    taste: (post) => likes(post, !has(post, 'need', 'recommendation')),
    labels: 60,
    hasTaste: true,
  },
  'clicks at random': { taste: () => 0.5, labels: 60, hasTaste: false },
  contrary: { taste: (post) => share(-1.2 * certain(post)), labels: 60, hasTaste: false },
  'has few labels': { taste: questions, labels: 10, hasTaste: false },
  sloppy: { taste: (post, age) => 0.2 + 0.6 * questions(post, age), labels: 60, hasTaste: true },
  'changed mind': { taste: (post, age) => (age < 0.5 ? buyers : questions)(post, age), labels: 120, hasTaste: false },
  'changed mind a moment ago': {
    taste: (post, age) => (age < 0.85 ? buyers : questions)(post, age),
    labels: 80,
    hasTaste: false,
  },
  'wants nearly all': { taste: () => 0.95, labels: 60, hasTaste: false },
};

/** Simulates one user of a kind: shown posts, labels and fresh posts. */
export function live(kind: UserKind, seed: number): Outcome {
  const draw = random(seed);
  const { taste, labels } = users[kind];
  const shown = Array.from({ length: 400 }, (_, at) => drawPost(draw, `shown-${at}`));
  const fresh = Array.from({ length: 400 }, (_, at) => drawPost(draw, `fresh-${at}`));
  const own = labelsOf(shown, taste, draw, labels);
  return outcomeOf(own, fresh, (post) => (draw() < taste(post, 1) ? 3 : 0));
}
