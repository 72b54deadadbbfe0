import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const share = z.number().min(0).max(1);
const rank = z.object({ ndcg20: share, ap: share, auc: share, p10: share });
const quality = rank.extend({
  precision: share,
  recall: share,
  /** Tokens and milliseconds a post. */
  tokens: z.number().min(0),
  ms: z.number().min(0),
});

const measuredBy = z.object({
  /** Which scorer, as its verdicts name it. */
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
  /** Weights of the parts fitted on all businesses but the measured one; null for a single business. */
  leftOut: rank,
  /** The same fitted on all of them. */
  fitted: rank,
});

const prefiltered = z.object({
  key: z.string(),
  leads: z.number().int(),
  /** Leads that the pre-filter dropped. */
  lost: z.number().int(),
  /** Share of the real posts that it dropped: all of them, and those of the business's own communities (null for none). */
  dropped: share.nullable(),
  droppedOwn: share.nullable(),
});

const collection = z.object({
  keyless: measuredBy,
  /** The last measurement by a model; null while nobody has measured one. */
  model: measuredBy.nullable(),
  prefilter: z.array(prefiltered),
});

const recorded = z.object({ own: collection, shared: collection.nullable() });

export type MeasuredBy = z.infer<typeof measuredBy>;
export type Prefiltered = z.infer<typeof prefiltered>;
/** The figures of one folder of labelled sets. */
export type Collection = z.infer<typeof collection>;
/** What was measured last; `docs/quality.md` is written from it, and CI holds every run to it. */
export type Recorded = z.infer<typeof recorded>;

/** How far a mean may fall below what is recorded. */
export const mayFall = 0.02;

/** Undefined while nothing is recorded; rejects where the file is malformed. */
export async function readRecorded(file: string): Promise<Recorded | undefined> {
  return existsSync(file) ? recorded.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}

export async function writeRecorded(file: string, figures: Recorded): Promise<void> {
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
}

const held = ['ndcg20', 'ap', 'auc', 'p10'] as const;

/** What has fallen by more than `mayFall`, each in a line; nothing when all is well. */
export function fallen(name: string, before: MeasuredBy, now: MeasuredBy): string[] {
  const rows = [
    ...held.map((figure) => [`mean ${figure}`, before.mean[figure], now.mean[figure]] as const),
    ...held.map((figure) => [`mean ${figure}, left out`, before.leftOut[figure], now.leftOut[figure]] as const),
    ['precision at 7.0', before.pooled.precision, now.pooled.precision] as const,
    ['recall at 7.0', before.pooled.recall, now.pooled.recall] as const,
  ];
  return rows
    .filter(([, was, is]) => is < was - mayFall)
    .map(([figure, was, is]) => `${name}: ${figure} fell from ${was.toFixed(3)} to ${is.toFixed(3)}`);
}
