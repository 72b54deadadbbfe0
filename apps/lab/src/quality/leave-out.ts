import { examine } from '@earshot/scoring/examine';
import { keylessScorer } from '@earshot/scoring';
import type { Vectors } from '@earshot/scoring';
import { weightsIn } from '@earshot/scoring/learned-weights';
import { businessMeanings, meaningFeatures, NO_MEANING, textOf } from '@earshot/scoring/meaning';
import type { LeftOut } from './figures.ts';
import type { LabelledSet } from './labelled-sets.ts';
import { leadLabel } from './labelled-sets.ts';
import { weightLearner } from './learn-weights.ts';
import type { Example } from './learn-weights.ts';
import { closeMatch, meanRank, rankQuality } from './measure.ts';
import type { RankQuality } from './measure.ts';
import { atThreshold, ranked } from './metrics.ts';
import type { Judged } from './metrics.ts';

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
      const verdicts = await scorer.score(business, set.posts);
      const list = verdicts.map(({ id, score }) => ({ id, label: set.labels.get(id) ?? 0, score: score ?? -1 }));
      judged[which].push({ key: set.key, list: ranked(list) });
    }
  }
  return { fields: summaryOf(folders, judged.fields), description: summaryOf(folders, judged.description) };
}

interface JudgedSet {
  readonly key: string;
  readonly list: readonly Judged[];
}

function summaryOf(folders: readonly (readonly LabelledSet[])[], judged: readonly JudgedSet[]): LeftOut['fields'] {
  const qualities = new Map(judged.map(({ key, list }): [string, RankQuality] => [key, rankQuality(list)]));
  const all = ranked(judged.flatMap(({ key, list }) => list.map((one) => ({ ...one, id: `${key} ${one.id}` }))));
  return {
    groups: folders.map((sets) => {
      const keys = sets.map(({ key }) => key);
      return {
        name: `${keys.at(0) ?? ''} to ${keys.at(-1) ?? ''}`,
        ...roundedRank(meanRank(keys.flatMap((key) => qualities.get(key) ?? []))),
      };
    }),
    precision: thousandths(atThreshold(all, closeMatch).precision),
    recall: thousandths(atThreshold(all, DEFAULT_THRESHOLD).recall),
  };
}

function roundedRank({ ndcg20, ap, auc, p10 }: RankQuality): RankQuality {
  return { ndcg20: thousandths(ndcg20), ap: thousandths(ap), auc: thousandths(auc), p10: thousandths(p10) };
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
