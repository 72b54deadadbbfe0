import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { readLabelledSets } from './quality/labelled-sets.ts';
import type { Vectors } from '@earshot/scoring';
import { weightLearner } from './quality/learn-weights.ts';
import { examplesOf } from './quality/leave-out.ts';

const USAGE = `usage: npm run learn -- --set DIR [--set DIR]...
  --set DIR     learns the weights from the labelled businesses of these folders: writes learned-weights.json`;

/**
 * Makes the weights of the keyless scorer and writes them to `file`. They contain words and numbers, and no text of a post.
 * Resolves with the exit code.
 */
export async function learnCommand(
  args: readonly string[],
  file: string,
  vectors: Vectors,
  out: Writable,
): Promise<number> {
  const print = (line: string): void => void out.write(`${line}\n`);
  const options = readOptions(args);
  if (typeof options === 'string') {
    print(options);
    return 1;
  }
  const sets = (await Promise.all(options.set.map((folder) => readLabelledSets(folder)))).flat();
  const examples = await examplesOf(sets, vectors);
  const source = `npm run learn: ${examples.length} labelled posts of the businesses ${sets.map(({ key }) => key).join(', ')}; every wording is in at least 10 posts of 5 businesses`;
  const weights = weightLearner(examples)(source);
  await writeFile(file, `${JSON.stringify(weights, null, 2)}\n`);
  print(`${Object.keys(weights.wordings).length} wordings learned from ${examples.length} posts: ${file}`);
  return 0;
}

function readOptions(args: readonly string[]): { set: readonly string[] } | string {
  try {
    const { set } = parseArgs({
      args: [...args],
      options: { set: { type: 'string', multiple: true, default: [] } },
    }).values;
    return set.length === 0 ? USAGE : { set };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`;
  }
}
