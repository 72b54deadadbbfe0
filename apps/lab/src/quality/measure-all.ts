import { type Post, prefilterer, type Scorer } from '@earshot/scoring';
import type { MeasuredBy, Prefiltered } from './figures.ts';
import { type LabelledSet, leadLabel } from './labelled-sets.ts';
import {
  closeMatch,
  meanQuality,
  measure,
  type Measured,
  type Meters,
  type Quality,
  type RankQuality,
} from './measure.ts';
import { atThreshold, ranked } from './metrics.ts';

/** Measures one scorer on several businesses, one after the other. */
export async function measureAll(sets: readonly LabelledSet[], scorer: Scorer, meters: Meters): Promise<MeasuredBy> {
  const measured: Measured[] = [];
  for (const set of sets) measured.push(await measure(set, scorer, meters));
  const all = ranked(
    measured.flatMap(({ key, scores }) => scores.map((judged) => ({ ...judged, id: `${key} ${judged.id}` }))),
  );
  const pooled = atThreshold(all, closeMatch);
  return {
    version: scorer.version,
    businesses: measured.map(({ key, posts, leads, unscored, quality }) => ({
      key,
      posts,
      leads,
      unscored,
      ...roundedQuality(quality),
    })),
    mean: roundedQuality(meanQuality(measured)),
    pooled: { precision: thousandths(pooled.precision), recall: thousandths(pooled.recall) },
  };
}

/**
 * Measures, for each business, the leads that the pre-filter loses and the share of posts that it drops. `real` are
 * posts of many communities, or null.
 */
export function measurePrefilter(sets: readonly LabelledSet[], real: readonly Post[] | null): Prefiltered[] {
  const filter = prefilterer();
  return sets.map(({ key, business, posts, labels }) => {
    const leads = posts.filter(({ id }) => (labels.get(id) ?? 0) >= leadLabel);
    const own = new Set(business.communities.map((name) => name.toLowerCase()));
    const droppedOf = (some: readonly Post[]): number | null =>
      some.length === 0 ? null : thousandths(filter(business, some).dropped.length / some.length);
    return {
      key,
      leads: leads.length,
      lost: filter(business, leads).dropped.length,
      dropped: droppedOf(real ?? []),
      droppedOwn: droppedOf((real ?? []).filter(({ community }) => own.has(community.toLowerCase()))),
    };
  });
}

function roundedRank({ ndcg20, ap, auc, p10 }: RankQuality): RankQuality {
  return { ndcg20: thousandths(ndcg20), ap: thousandths(ap), auc: thousandths(auc), p10: thousandths(p10) };
}

function roundedQuality(quality: Quality): Quality {
  const { precision, recall, tokens, ms } = quality;
  return {
    ...roundedRank(quality),
    precision: thousandths(precision),
    recall: thousandths(recall),
    tokens: Math.round(tokens),
    ms: Math.round(ms * 100) / 100,
  };
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
