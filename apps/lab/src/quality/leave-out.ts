import { examine } from '@earshot/scoring/examine';
import {
  type Business,
  keylessScorer,
  type Label,
  learnedBy,
  personalScorer,
  type Scorer,
  type Vectors,
} from '@earshot/scoring';
import { weightsIn } from '@earshot/scoring/learned-weights';
import { businessMeanings, meaningFeatures, NO_MEANING, textOf } from '@earshot/scoring/meaning';
import type { LeftOut } from './figures.ts';
import { type LabelledSet, leadLabel } from './labelled-sets.ts';
import { type Example, weightLearner } from './learn-weights.ts';
import { closeMatch, meanRank, rankQuality, type RankQuality } from './measure.ts';
import { atThreshold, auc, type Judged, mean, ranked } from './metrics.ts';

/** The lowest score of a lead with the default strategy. */
const DEFAULT_THRESHOLD = 6;

/** The labelled posts of the sets as the weights are learned from them. Without `vectors` nothing is known of their meaning. */
export async function examplesOf(sets: readonly LabelledSet[], vectors?: Vectors): Promise<Example[]> {
  const meaningOf = vectors && businessMeanings(vectors);
  const examples: Example[] = [];
  for (const { key, business, posts, labels } of sets) {
    const meaning = await meaningOf?.(business);
    const encoded = meaning && (await vectors?.ofPosts(posts.map(textOf)));
    for (const [at, post] of posts.entries()) {
      const { writing, features } = examine(business, post);
      const vector = encoded?.[at];
      examples.push({
        set: key,
        isLead: (labels.get(post.id) ?? 0) >= leadLabel,
        wordings: writing.wordings.map((wording) => wording.key),
        features: { ...features, ...(meaning && vector ? meaningFeatures(vector, meaning) : NO_MEANING) },
      });
    }
  }
  return examples;
}

/**
 * The quality for businesses that the scorer has never seen: each is scored with weights that were learned from all
 * others, of all folders together. Once with the fields of each business, and once with its description alone; by words alone
 * without `vectors`. Needs at least three businesses with different keys.
 */
export async function leaveEachOut(folders: readonly (readonly LabelledSet[])[], vectors?: Vectors): Promise<LeftOut> {
  const learn = weightLearner(await examplesOf(folders.flat(), vectors));
  const judged: Record<keyof LeftOut, JudgedSet[]> = { fields: [], description: [] };
  for (const set of folders.flat()) {
    const scorer = keylessScorer({ weights: weightsIn(learn('', set.key)), ...(vectors && { vectors }) });
    const { profile: _, ...plain } = set.business;
    for (const [which, business] of [
      ['fields', set.business],
      ['description', plain],
    ] as const) {
      const list = await judgedBy(scorer, business, set, set.posts);
      judged[which].push({ key: set.key, list, rated: await afterRatings(scorer, business, set, list, vectors) });
    }
  }
  return { fields: summaryOf(folders, judged.fields), description: summaryOf(folders, judged.description) };
}

interface JudgedSet {
  readonly key: string;
  readonly list: readonly Judged[];
  /** The AUC of the posts that the user did not rate. */
  readonly rated: { readonly before: number; readonly after: number };
}

async function judgedBy(
  scorer: Scorer,
  business: Business,
  { labels }: LabelledSet,
  posts: LabelledSet['posts'],
): Promise<Judged[]> {
  const verdicts = await scorer.score(business, posts);
  return ranked(verdicts.map(({ id, score }) => ({ id, label: labels.get(id) ?? 0, score: score ?? -1 })));
}

const RATINGS = 20;

/** A user rates the best posts by their labels; the others are ranked again. */
async function afterRatings(
  scorer: Scorer,
  business: Business,
  set: LabelledSet,
  list: readonly Judged[],
  vectors: Vectors | undefined,
): Promise<JudgedSet['rated']> {
  const before = auc(list.slice(RATINGS));
  const best = list.slice(0, RATINGS);
  const posts = new Map(set.posts.map((post) => [post.id, post]));
  const encoded = await vectors?.ofPosts(best.map(({ id }) => textOf(posts.get(id) ?? { title: '', selftext: '' })));
  if (!vectors || !encoded) return { before, after: before };
  const labels = best.map(({ id, label }, n): Label => ({
    postId: id,
    kind: label >= leadLabel ? 'up' : 'down',
    at: new Date(n),
    vector: encoded[n] ?? null,
  }));
  const rest = list.slice(RATINGS).flatMap(({ id }) => posts.get(id) ?? []);
  const personal = personalScorer(scorer, learnedBy(labels, true), vectors);
  return { before, after: auc(await judgedBy(personal, business, set, rest)) };
}

function summaryOf(folders: readonly (readonly LabelledSet[])[], judged: readonly JudgedSet[]): LeftOut['fields'] {
  const qualities = new Map(judged.map(({ key, list }): [string, RankQuality] => [key, rankQuality(list)]));
  const rated = new Map(judged.map((one) => [one.key, one.rated]));
  const all = ranked(judged.flatMap(({ key, list }) => list.map((one) => ({ ...one, id: `${key} ${one.id}` }))));
  return {
    groups: folders.map((sets) => {
      const keys = sets.map(({ key }) => key);
      return {
        name: `${keys.at(0) ?? ''} to ${keys.at(-1) ?? ''}`,
        ...roundedRank(meanRank(keys.flatMap((key) => qualities.get(key) ?? []))),
        rated: meanRated(keys.flatMap((key) => rated.get(key) ?? [])),
      };
    }),
    precision: thousandths(atThreshold(all, closeMatch).precision),
    recall: thousandths(atThreshold(all, DEFAULT_THRESHOLD).recall),
  };
}

/** Without businesses of which no lead, or nothing but leads, is left to rank. */
function meanRated(all: readonly JudgedSet['rated'][]): JudgedSet['rated'] {
  const known = all.filter(({ before }) => Number.isFinite(before));
  const over = (pick: (one: JudgedSet['rated']) => number) => thousandths(mean(known.map(pick)));
  return { before: over(({ before }) => before), after: over(({ after }) => after) };
}

function roundedRank({ ndcg20, ap, auc, p10 }: RankQuality): RankQuality {
  return { ndcg20: thousandths(ndcg20), ap: thousandths(ap), auc: thousandths(auc), p10: thousandths(p10) };
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
