import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { LlmError } from '@earshot/llm';
import { scoringModels } from '@earshot/proto/values';
import { guardedScorer } from '../domain/scoring/guarded-scorer.ts';
import { keylessScorer } from '../domain/scoring/keyless-scorer.ts';
import type { Post, Scorer } from '../domain/scoring/scorer.ts';
import { countingLlm } from '../quality/counting-llm.ts';
import { fallen, readRecorded, writeRecorded } from '../quality/figures.ts';
import type { Collection, MeasuredBy, Recorded } from '../quality/figures.ts';
import { readLabelledSets } from '../quality/labelled-sets.ts';
import type { LabelledSet } from '../quality/labelled-sets.ts';
import type { Meters } from '../quality/measure.ts';
import { measureAll, measurePrefilter } from '../quality/measure-all.ts';
import { readRealPosts } from '../quality/real-posts.ts';
import { qualityReport } from '../quality/report.ts';

const USAGE = 'usage: npm run eval -- [--check]';

/** Where the command reads and writes. */
export interface EvalPlaces {
  /** Our own labelled sets. */
  readonly own: string;
  /** Sets and posts beside the repository, which may be missing. */
  readonly shared: string;
  readonly realPosts: string;
  /** The figures that CI holds a run to, and the page written from them. */
  readonly recorded: string;
  readonly page: string;
}

/** The places of a repository that lies at `root`. */
export function placesOf(root: string): EvalPlaces {
  return {
    own: join(root, 'services/scan/eval'),
    shared: join(root, '../shared/eval'),
    realPosts: join(root, '../shared/data/posts-2013-pddl/posts.jsonl.gz'),
    recorded: join(root, 'services/scan/eval/recorded.json'),
    page: join(root, 'docs/quality.md'),
  };
}

interface Metered {
  readonly scorer: Scorer;
  readonly meters: Meters;
}

/** What the keyless scorer takes is processor time, whatever else the machine does; a model is waited for. */
const keylessMeters: Meters = {
  now: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  tokens: () => 0,
};

/**
 * Measures the keyless scorer, and with `OPENAI_API_KEY` the model, on every labelled set; prints the tables, records the figures
 * and writes the page. With `--check` it writes nothing and says what has fallen. What is not there to be measured keeps its
 * recorded figures. Resolves with the exit code: 1 for a fall or a wrong argument.
 */
export async function evalCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  places: EvalPlaces,
  out: Writable,
): Promise<number> {
  const check = readCheck(args);
  if (check === undefined) {
    out.write(`${USAGE}\n`);
    return 1;
  }
  const print = (line: string): void => void out.write(`${line}\n`);
  const before = await readRecorded(places.recorded);
  const model = check ? undefined : await modelOf(env, print);
  const hasShared = existsSync(places.shared);
  const real = existsSync(places.realPosts) ? await readRealPosts(places.realPosts) : null;
  if (!hasShared) print(`${places.shared} is not there: what is recorded of it stays`);
  const now: Recorded = {
    own: await measureFolder(places.own, real, model, before?.own, print),
    shared: hasShared
      ? await measureFolder(places.shared, real, model, before?.shared, print)
      : (before?.shared ?? null),
  };
  const page = qualityReport(now);
  print(page);
  if (check) return tellFalls(before, now, print);
  await writeRecorded(places.recorded, now);
  await writeFile(places.page, page);
  return 0;
}

function readCheck(args: readonly string[]): boolean | undefined {
  try {
    return parseArgs({ args: [...args], options: { check: { type: 'boolean', default: false } }, strict: true }).values
      .check;
  } catch {
    return undefined;
  }
}

async function measureFolder(
  folder: string,
  real: readonly Post[] | null,
  model: Metered | undefined,
  before: Collection | null | undefined,
  print: (line: string) => void,
): Promise<Collection> {
  const sets = await readLabelledSets(folder);
  return {
    keyless: await measureAll(sets, keylessScorer(), keylessMeters),
    model: (model && (await measureModel(sets, model, print))) ?? before?.model ?? null,
    prefilter: real || !before ? measurePrefilter(sets, real) : before.prefilter,
  };
}

/** Undefined, and told, where the provider is away: half a measurement is none. */
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
  // Loaded only here: the keyless measure needs no SDK.
  const [{ openAiLlm }, { modelScorer }] = await Promise.all([
    import('@earshot/llm/openai'),
    import('../clients/model-scorer.ts'),
  ]);
  const baseUrl = env['OPENAI_BASE_URL'];
  const model = env['OPENAI_MODEL'] || scoringModels[0];
  const log = { warn: (_facts: object, message: string) => print(message) };
  const llm = countingLlm(openAiLlm({ apiKey, log, ...(baseUrl ? { baseUrl } : {}) }));
  // Guarded as in the product, but nobody judges in the model's place: its figures are to be its own.
  const scorer = guardedScorer({ model: modelScorer({ llm, model }), keyless: keylessScorer() });
  return { scorer, meters: { now: () => performance.now(), tokens: llm.tokens } };
}

function tellFalls(before: Recorded | undefined, now: Recorded, print: (line: string) => void): number {
  if (!before) {
    print('Nothing is recorded yet: run without --check first');
    return 1;
  }
  const falls = [
    ...fallen('our own sets', before.own.keyless, now.own.keyless),
    ...(before.shared && now.shared ? fallen('../shared/eval', before.shared.keyless, now.shared.keyless) : []),
  ];
  for (const fall of falls) print(fall);
  return falls.length > 0 ? 1 : 0;
}
