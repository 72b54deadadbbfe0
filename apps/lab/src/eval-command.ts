import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Llm, LlmError } from '@earshot/llm';
import { scoringModels } from '@earshot/proto/values';
import { guardedScorer, keylessScorer, type Post, type Scorer, type Vectors } from '@earshot/scoring';
import { type AnswerFile, answerFile, AnswerFileError } from './quality/answer-file.ts';
import { countingLlm } from './quality/counting-llm.ts';
import {
  type Collection,
  fallen,
  type LeftOut,
  type MeasuredBy,
  readRecorded,
  type Recorded,
  writeRecorded,
} from './quality/figures.ts';
import { type LabelledSet, readLabelledSets } from './quality/labelled-sets.ts';
import { leaveEachOut } from './quality/leave-out.ts';
import type { Meters } from './quality/measure.ts';
import { measureAll, measurePrefilter } from './quality/measure-all.ts';
import { readRealPosts } from './quality/real-posts.ts';
import { figuresReport, leftOutReport, qualityReport } from './quality/report.ts';

const USAGE = `usage: npm run eval -- [--set DIR]... [--posts FILE] [--answers FILE] [--check | --record]
  --set DIR       measures the labelled businesses of this folder too, as apps/lab/eval/README.md describes them
  --posts FILE    unlabelled posts (.jsonl.gz), of which the pre-filter shall drop most
  --answers FILE  replays a model's answers from this file; with OPENAI_API_KEY, missing ones are asked for and added
  --check         compares with what is recorded: ends with 1 where a mean has fallen
  --record        writes apps/lab/eval/recorded.json and docs/quality.md; the first set is recorded as the real posts
With sets of three businesses or more, each is also scored with weights learned from all others (except with --check).`;

/** The arguments are invalid, or a given file or folder does not exist. */
class UsageError extends Error {}

/** The paths that the command reads and writes. */
export interface EvalPlaces {
  /** Our own labelled sets. */
  readonly own: string;
  /** The figures that CI compares a run with. `page` is generated from them. */
  readonly recorded: string;
  readonly page: string;
}

/** The paths in the repository at `root`. */
export function placesOf(root: string): EvalPlaces {
  return {
    own: join(root, 'apps/lab/eval'),
    recorded: join(root, 'apps/lab/eval/recorded.json'),
    page: join(root, 'docs/quality.md'),
  };
}

interface Metered {
  readonly scorer: Scorer;
  readonly meters: Meters;
  /** The only source of answers; absent if the model is asked. */
  readonly file?: AnswerFile;
}

/** The keyless scorer is measured in processor time, which other load does not affect. A model is measured in waiting time. */
const keylessMeters: Meters = {
  now: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  tokens: () => 0,
};

/**
 * Measures the keyless scorer, and with `OPENAI_API_KEY` or `--answers` a model, on our labelled sets and on those of each `--set`,
 * and prints the tables. `--record` writes the figures, of which those that are not measured keep their recorded values;
 * `--answers` adds what the model was asked to its file. No other option writes.
 * `--check` prints the figures that have fallen. Resolves with the exit code: 1 for a fall or a wrong argument.
 */
export async function evalCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { vectors, ...places }: EvalPlaces & { readonly vectors: Vectors },
  out: Writable,
): Promise<number> {
  const print = (line: string): void => void out.write(`${line}\n`);
  try {
    return await evaluate(readOptions(args), env, { ...places, vectors }, print);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof AnswerFileError)) throw error;
    print(error.message);
    return 1;
  }
}

interface Options {
  readonly check: boolean;
  readonly record: boolean;
  readonly set: readonly string[];
  readonly posts: string | undefined;
  readonly answers: string | undefined;
}

function readOptions(args: readonly string[]): Options {
  let given: Options;
  try {
    const { check, record, set, posts, answers } = parseArgs({
      args: [...args],
      options: {
        check: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        set: { type: 'string', multiple: true, default: [] },
        posts: { type: 'string' },
        answers: { type: 'string' },
      },
    }).values;
    given = { check, record, set, posts, answers };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  if (given.check && given.record) throw new UsageError(`--check writes nothing, so it excludes --record\n${USAGE}`);
  for (const folder of given.set) if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}`);
  if (given.posts !== undefined && !existsSync(given.posts)) throw new UsageError(`There is no file ${given.posts}`);
  return given;
}

async function evaluate(
  { check, record, set, posts, answers }: Options,
  env: Readonly<Record<string, string | undefined>>,
  { vectors, ...places }: EvalPlaces & { readonly vectors: Vectors },
  print: (line: string) => void,
): Promise<number> {
  const before = await readRecorded(places.recorded);
  const model = check ? undefined : await modelOf(env, answers, print);
  const real = posts === undefined ? null : await readRealPosts(posts);
  const measuring = { real, model, vectors, print };
  const own = await measureFolder(places.own, measuring);
  const others: MeasuredFolder[] = [];
  for (const folder of set) others.push({ folder, figures: await measureFolder(folder, measuring) });
  const leftOut = check ? null : await measureLeftOut(set, vectors);
  if (record) {
    const [shared] = others;
    const recorded: Recorded = {
      own: keeping(before?.own, own, real),
      shared: shared === undefined ? (before?.shared ?? null) : keeping(before?.shared, shared.figures, real),
      leftOut: leftOut ?? before?.leftOut ?? null,
    };
    const page = qualityReport(recorded);
    await writeRecorded(places.recorded, recorded);
    await writeFile(places.page, page);
    print(page);
    print(`written to ${places.recorded} and ${places.page}`);
    return 0;
  }
  print(figuresReport('Posts of our own writing', own));
  for (const { folder, figures } of others) print(figuresReport(folder, figures));
  if (leftOut !== null) print(leftOutReport(leftOut));
  return check ? reportFalls(before, own, others, print) : 0;
}

/** Null if the folders have fewer than three businesses, or one of them twice. */
async function measureLeftOut(folders: readonly string[], vectors: Vectors): Promise<LeftOut | null> {
  const sets = await Promise.all(folders.map((folder) => readLabelledSets(folder)));
  const keys = new Set(sets.flat().map(({ key }) => key));
  return keys.size < 3 || keys.size < sets.flat().length ? null : leaveEachOut(sets, vectors);
}

interface MeasuredFolder {
  readonly folder: string;
  readonly figures: Collection;
}

interface Measuring {
  readonly real: readonly Post[] | null;
  readonly model: Metered | undefined;
  readonly vectors: Vectors;
  readonly print: (line: string) => void;
}

async function measureFolder(folder: string, { real, model, vectors, print }: Measuring): Promise<Collection> {
  const sets = await readLabelledSets(folder);
  if (sets.length < 2)
    throw new UsageError(`${folder} holds ${sets.length} labelled businesses: two are needed at least`);
  return {
    keyless: await measureAll(sets, keylessScorer({ vectors }), keylessMeters),
    model: (model && (await measureModel(sets, model, print))) ?? null,
    prefilter: measurePrefilter(sets, real),
  };
}

/** Keeps the recorded figures that this run could not measure. */
function keeping(before: Collection | null | undefined, now: Collection, real: readonly Post[] | null): Collection {
  if (!before) return now;
  const prefilter = real === null ? before.prefilter : now.prefilter;
  return { keyless: now.keyless, model: now.model ?? before.model, prefilter };
}

/** Prints a message and returns undefined if the provider is unavailable: a partial measurement is not used. */
async function measureModel(
  sets: readonly LabelledSet[],
  { scorer, meters, file }: Metered,
  print: (line: string) => void,
): Promise<MeasuredBy | undefined> {
  try {
    const measured = await measureAll(sets, scorer, meters);
    if (file === undefined || file.replayed() > 0) return measured;
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    print(`${error.message}: the model is not measured`);
    return undefined;
  }
  throw new UsageError(
    'The file has no answer about these posts: it was recorded for other posts, businesses, or another rubric',
  );
}

/** The model's scorer, or undefined without a key and without recorded answers. */
async function modelOf(
  env: Readonly<Record<string, string | undefined>>,
  answers: string | undefined,
  print: (line: string) => void,
): Promise<Metered | undefined> {
  const apiKey = env['OPENAI_API_KEY'];
  if (!apiKey && answers === undefined) return undefined;
  // Loaded on demand, because the keyless measurement needs no SDK.
  const [{ openAiLlm }, { modelScorer }] = await Promise.all([
    import('@earshot/llm/openai'),
    import('@earshot/scoring/model-scorer'),
  ]);
  const baseUrl = env['OPENAI_BASE_URL'];
  const named = env['OPENAI_MODEL'] || (apiKey ? scoringModels[0] : undefined);
  const file = answers === undefined ? undefined : await answerFile(answers, named);
  const log = { warn: (_facts: object, message: string) => print(message) };
  const asked = apiKey ? openAiLlm({ apiKey, log, ...(baseUrl ? { baseUrl } : {}) }) : onlyRecorded;
  const llm = countingLlm(asked);
  const model = modelScorer({ llm, model: named ?? file?.model ?? '', ...(file && { cache: file }) });
  // Guarded as in the product, but without the keyless scorer as a replacement, so that all figures come from the
  // model.
  const scorer = guardedScorer({ model, keyless: keylessScorer() });
  return { scorer, meters: { now: () => performance.now(), tokens: llm.tokens }, ...(file && !apiKey && { file }) };
}

/** Stands in for a model where only recorded answers count: a post without one has no answer. */
const onlyRecorded: Llm = {
  complete: () => Promise.reject(new LlmError('malformed', 'there is no recorded answer')),
};

function reportFalls(
  before: Recorded | undefined,
  own: Collection,
  others: readonly MeasuredFolder[],
  print: (line: string) => void,
): number {
  if (!before) {
    print('Nothing is recorded yet: run with --record first');
    return 1;
  }
  const { shared } = before;
  const falls = [
    ...fallen('our own sets', before.own.keyless, own.keyless),
    ...others.flatMap(({ folder, figures }) =>
      shared && isSame(shared, figures) ? fallen(folder, shared.keyless, figures.keyless) : [],
    ),
  ];
  for (const fall of falls) print(fall);
  return falls.length > 0 ? 1 : 0;
}

function isSame(one: Collection, other: Collection): boolean {
  const keys = ({ keyless }: Collection) => keyless.businesses.map(({ key }) => key).join();
  return keys(one) === keys(other);
}
