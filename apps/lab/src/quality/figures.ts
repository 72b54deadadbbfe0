import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const share = z.number().min(0).max(1);
const rank = z.object({ ndcg20: share, ap: share, auc: share, p10: share });
const quality = rank.extend({
  precision: share,
  recall: share,
  /** Tokens and milliseconds per post. */
  tokens: z.number().min(0),
  ms: z.number().min(0),
});

const measuredBy = z.object({
  /** The version of the scorer, as in its verdicts. */
  version: z.string(),
  businesses: z.array(
    quality.extend({
      key: z.string(),
      posts: z.number().int(),
      leads: z.number().int(),
      unscored: z.number().int(),
    }),
  ),
  mean: quality,
  /** At score 7.0, over the posts of all businesses together. */
  pooled: z.object({ precision: share, recall: share }),
});

const prefiltered = z.object({
  key: z.string(),
  leads: z.number().int(),
  /** Leads that the pre-filter dropped. */
  lost: z.number().int(),
  /**
   * Share of the real posts that the pre-filter dropped: of all posts, and of those in the business's communities. Null
   * without posts.
   */
  dropped: share.nullable(),
  droppedOwn: share.nullable(),
});

const collection = z.object({
  keyless: measuredBy,
  /** The last measurement of a model; null if there is none. */
  model: measuredBy.nullable(),
  prefilter: z.array(prefiltered),
});

const leftOutOnce = z.object({
  /**
   * The mean of the businesses of each folder. `rated`: the AUC of the posts after the 20 best ones, before and after the user
   * rated those by their labels.
   */
  groups: z.array(rank.extend({ name: z.string(), rated: z.object({ before: share, after: share }) })),
  /** Over the posts of all businesses together: precision from 7.0, recall from the default threshold. */
  precision: share,
  recall: share,
});
/** Each business scored with weights learned from all others, with its profile fields and by its description alone. */
const leftOut = z.object({ fields: leftOutOnce, description: leftOutOnce });

const recorded = z.object({ own: collection, shared: collection.nullable(), leftOut: leftOut.nullable() });

export type MeasuredBy = z.infer<typeof measuredBy>;
export type LeftOut = z.infer<typeof leftOut>;
export type Prefiltered = z.infer<typeof prefiltered>;
/** The figures of one folder of labelled sets. */
export type Collection = z.infer<typeof collection>;
/** The last recorded measurement. `docs/quality.md` is generated from it, and CI compares every run with it. */
export type Recorded = z.infer<typeof recorded>;

/** How far a mean may fall below its recorded value. */
export const mayFall = 0.02;

/** Undefined if nothing is recorded; rejects if the file is malformed. */
export async function readRecorded(file: string): Promise<Recorded | undefined> {
  return existsSync(file) ? recorded.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}

export async function writeRecorded(file: string, figures: Recorded): Promise<void> {
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
}

const comparedFigures = ['ndcg20', 'ap', 'auc', 'p10'] as const;

/** The figures that have fallen by more than `mayFall`, one line each. */
export function fallen(name: string, before: MeasuredBy, now: MeasuredBy): string[] {
  const rows = [
    ...comparedFigures.map((figure) => [`mean ${figure}`, before.mean[figure], now.mean[figure]] as const),
    ['precision at 7.0', before.pooled.precision, now.pooled.precision] as const,
    ['recall at 7.0', before.pooled.recall, now.pooled.recall] as const,
  ];
  return rows
    .filter(([, was, is]) => is < was - mayFall)
    .map(([figure, was, is]) => `${name}: ${figure} fell from ${was.toFixed(3)} to ${is.toFixed(3)}`);
}
