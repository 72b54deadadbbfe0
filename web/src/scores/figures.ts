import { z } from 'zod';

const collection = z.object({
  keyless: z.object({
    version: z.string(),
    businesses: z.array(z.object({ posts: z.number(), leads: z.number() })),
  }),
});
const leftOut = z.object({
  groups: z.array(z.object({ name: z.string(), ndcg20: z.number(), auc: z.number(), p10: z.number() })),
  precision: z.number(),
  recall: z.number(),
});
/** The part of `apps/lab/eval/recorded.json` that the page needs. Shares from 0 to 1. */
export const recordedFigures = z.object({
  own: collection,
  shared: collection.nullable(),
  leftOut: z.object({ fields: leftOut, description: leftOut }).nullable(),
});
type Recorded = z.infer<typeof recordedFigures>;

/** One row of the table: the mean of some businesses that the scorer had never seen. */
interface Row {
  readonly label: string;
  /** Leads among the ten posts with the highest scores. */
  readonly firstTen: string;
  /** How often a lead has a higher score than a post that is none. */
  readonly order: string;
  readonly ndcg: string;
}

export interface ScoreFigures {
  readonly version: string;
  /** Posts and leads of the sets of real posts whose size is recorded, and of our own. */
  readonly real: { readonly businesses: number; readonly posts: number; readonly leads: number };
  readonly written: { readonly businesses: number; readonly posts: number };
  readonly rows: readonly Row[];
  /** Share of the posts from 7.0 that are leads, with a full profile and by the description alone. */
  readonly precision: string;
  readonly precisionPlain: string;
  /** Share of the leads that have at least the default threshold. */
  readonly recall: string;
  readonly recallPlain: string;
}

const groups: Readonly<Record<string, string>> = {
  'D1 to D8': 'Eight businesses, posts of 2009 to 2013',
  'E1 to E6': 'Six businesses, posts of 2026',
};

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** The figures as the page shows them. Throws if a set of posts was not measured: then there is nothing honest to show. */
export function scoreFigures({ own, shared, leftOut: measured }: Recorded): ScoreFigures {
  if (!shared || !measured) throw new Error('apps/lab/eval/recorded.json lacks the real posts or the left-out figures');
  const { fields, description } = measured;
  const { businesses, version } = shared.keyless;
  return {
    version,
    real: {
      businesses: businesses.length,
      posts: businesses.reduce((sum, { posts }) => sum + posts, 0),
      leads: businesses.reduce((sum, { leads }) => sum + leads, 0),
    },
    written: {
      businesses: own.keyless.businesses.length,
      posts: own.keyless.businesses.reduce((sum, { posts }) => sum + posts, 0),
    },
    rows: fields.groups.map(({ name, ndcg20, auc, p10 }) => ({
      label: groups[name] ?? name,
      firstTen: `${(p10 * 10).toFixed(1)} of 10`,
      order: percent(auc),
      ndcg: ndcg20.toFixed(2),
    })),
    precision: percent(fields.precision),
    precisionPlain: percent(description.precision),
    recall: percent(fields.recall),
    recallPlain: percent(description.recall),
  };
}
