import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { countWords } from './quality/count-words.ts';
import { readLabelledSets } from './quality/labelled-sets.ts';
import { weightLearner } from './quality/learn-weights.ts';
import { examplesOf } from './quality/leave-out.ts';
import { readRealPosts } from './quality/real-posts.ts';

const USAGE = `usage: npm run learn -- --posts FILE | --set DIR [--set DIR]...
  --posts FILE  counts the words of unlabelled posts (.jsonl.gz): writes word-statistics.json
  --set DIR     learns the weights from the labelled businesses of these folders: writes learned-weights.json`;

/** The files that the command writes, in services/scan/src/domain/scoring. */
export interface LearnPlaces {
  readonly statistics: string;
  readonly weights: string;
}

/**
 * Makes the data files of the keyless scorer. They contain words and numbers, and no text of a post. The weights rest on
 * the word statistics, so count first where both change. Resolves with the exit code.
 */
export async function learnCommand(args: readonly string[], places: LearnPlaces, out: Writable): Promise<number> {
  const print = (line: string): void => void out.write(`${line}\n`);
  const options = readOptions(args);
  if (typeof options === 'string') {
    print(options);
    return 1;
  }
  const { posts, set } = options;
  if (posts !== undefined) {
    const counted = countWords(await readRealPosts(posts), SOURCE_OF_WORDS);
    await writeJson(places.statistics, counted);
    print(`${counted.posts} posts counted: ${places.statistics}`);
    return 0;
  }
  const sets = (await Promise.all(set.map((folder) => readLabelledSets(folder)))).flat();
  const examples = examplesOf(sets);
  const source = `npm run learn: ${examples.length} labelled posts of the businesses ${sets.map(({ key }) => key).join(', ')}; every wording is in at least 10 posts of 5 businesses`;
  const weights = weightLearner(examples)(source);
  await writeJson(places.weights, weights);
  print(`${Object.keys(weights.words).length} wordings learned from ${examples.length} posts: ${places.weights}`);
  return 0;
}

const SOURCE_OF_WORDS =
  'npm run learn: counts of public-domain posts (PDDL 1.0), github umbrae/reddit-top-2.5-million, commit d0efcade504b8ed735a48ddc2b15552fa924c9d9';

function readOptions(args: readonly string[]): { posts: string | undefined; set: readonly string[] } | string {
  try {
    const { posts, set } = parseArgs({
      args: [...args],
      options: { posts: { type: 'string' }, set: { type: 'string', multiple: true, default: [] } },
    }).values;
    return (posts === undefined) === (set.length === 0) ? USAGE : { posts, set };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`;
  }
}

async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
