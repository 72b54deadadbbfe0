import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { LlmError } from '@earshot/llm';
import { scoringModels } from '@earshot/proto/values';
import { guardedScorer } from '@earshot/scoring';
import { keylessScorer } from '@earshot/scoring';
import type { Post, Scorer } from '@earshot/scoring';
import { countingLlm } from './quality/counting-llm.ts';
import { fallen, readRecorded, writeRecorded } from './quality/figures.ts';
import type { Collection, LeftOut, MeasuredBy, Recorded } from './quality/figures.ts';
import { readLabelledSets } from './quality/labelled-sets.ts';
import type { LabelledSet } from './quality/labelled-sets.ts';
import { leaveEachOut } from './quality/leave-out.ts';
import type { Meters } from './quality/measure.ts';
import { measureAll, measurePrefilter } from './quality/measure-all.ts';
import { readRealPosts } from './quality/real-posts.ts';
import { figuresReport, leftOutReport, qualityReport } from './quality/report.ts';

const USAGE = `usage: npm run eval -- [--set DIR]... [--posts FILE] [--check | --record]
  --set DIR     measures the labelled businesses of this folder too, as services/scan/eval/README.md describes them
  --posts FILE  unlabelled posts (.jsonl.gz), of which the pre-filter shall drop most
  --check       compares with what is recorded: ends with 1 where a mean has fallen
  --record      writes services/scan/eval/recorded.json and docs/quality.md; the first set is recorded as the real posts
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
    own: join(root, 'services/scan/eval'),
    recorded: join(root, 'services/scan/eval/recorded.json'),
    page: join(root, 'docs/quality.md'),
  };
}

interface Metered {
  readonly scorer: Scorer;
  readonly meters: Meters;
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
 * Measures the keyless scorer, and with `OPENAI_API_KEY` the model, on our labelled sets and on those of each `--set`,
 * and prints the tables. Only `--record` writes files; figures that are not measured keep their recorded values.
 * `--check` prints the figures that have fallen. Resolves with the exit code: 1 for a fall or a wrong argument.
 */
export async function evalCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  places: EvalPlaces,
  out: Writable,
): Promise<number> {
  const print = (line: string): void => void out.write(`${line}\n`);
  try {
    return await evaluate(readOptions(args), env, places, print);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return 1;
  }
}

interface Options {
  readonly check: boolean;
  readonly record: boolean;
  readonly set: readonly string[];
  readonly posts: string | undefined;
}

function readOptions(args: readonly string[]): Options {
  let given: Options;
  try {
    const { check, record, set, posts } = parseArgs({
      args: [...args],
      options: {
        check: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        set: { type: 'string', multiple: true, default: [] },
        posts: { type: 'string' },
      },
    }).values;
    given = { check, record, set, posts };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  if (given.check && given.record) throw new UsageError(`--check writes nothing, so it excludes --record\n${USAGE}`);
  for (const folder of given.set) if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}`);
  if (given.posts !== undefined && !existsSync(given.posts)) throw new UsageError(`There is no file ${given.posts}`);
  return given;
}

async function evaluate(
  { check, record, set, posts }: Options,
  env: Readonly<Record<string, string | undefined>>,
  places: EvalPlaces,
  print: (line: string) => void,
): Promise<number> {
  const before = await readRecorded(places.recorded);
  const model = check ? undefined : await modelOf(env, print);
  const real = posts === undefined ? null : await readRealPosts(posts);
  const own = await measureFolder(places.own, real, model, print);
  const others: MeasuredFolder[] = [];
  for (const folder of set) others.push({ folder, figures: await measureFolder(folder, real, model, print) });
  const leftOut = check ? null : await measureLeftOut(set);
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
async function measureLeftOut(folders: readonly string[]): Promise<LeftOut | null> {
  const sets = await Promise.all(folders.map((folder) => readLabelledSets(folder)));
  const keys = new Set(sets.flat().map(({ key }) => key));
  return keys.size < 3 || keys.size < sets.flat().length ? null : leaveEachOut(sets);
}

interface MeasuredFolder {
  readonly folder: string;
  readonly figures: Collection;
}

async function measureFolder(
  folder: string,
  real: readonly Post[] | null,
  model: Metered | undefined,
  print: (line: string) => void,
): Promise<Collection> {
  const sets = await readLabelledSets(folder);
  if (sets.length < 2)
    throw new UsageError(`${folder} holds ${sets.length} labelled businesses: two are needed at least`);
  return {
    keyless: await measureAll(sets, keylessScorer(), keylessMeters),
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
  { scorer, meters }: Metered,
  print: (line: string) => void,
): Promise<MeasuredBy | undefined> {
  try {
    return await measureAll(sets, scorer, meters);
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    print(`${error.message}: the model is not measured`);
    return undefined;
  }
}

/** The model's scorer, or undefined without a key. */
async function modelOf(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<Metered | undefined> {
  const apiKey = env['OPENAI_API_KEY'];
  if (!apiKey) return undefined;
  // Loaded on demand, because the keyless measurement needs no SDK.
  const [{ openAiLlm }, { modelScorer }] = await Promise.all([
    import('@earshot/llm/openai'),
    import('@earshot/scoring'),
  ]);
  const baseUrl = env['OPENAI_BASE_URL'];
  const model = env['OPENAI_MODEL'] || scoringModels[0];
  const log = { warn: (_facts: object, message: string) => print(message) };
  const llm = countingLlm(openAiLlm({ apiKey, log, ...(baseUrl ? { baseUrl } : {}) }));
  // Guarded as in the product, but without the keyless scorer as a replacement, so that all figures come from the
  // model.
  const scorer = guardedScorer({ model: modelScorer({ llm, model }), keyless: keylessScorer() });
  return { scorer, meters: { now: () => performance.now(), tokens: llm.tokens } };
}

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
