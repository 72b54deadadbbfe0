import { featureNames, fitFeatures } from '@earshot/discovery/fit-features';
import { encoderVersion } from '@earshot/encoder';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesIn } from './learn-roles.ts';
import { labVectors } from './quality/lab-vectors.ts';
import { fitLogistic, type SparseRow } from './quality/logistic.ts';

const examplesFile = join(import.meta.dirname, '../communities/examples.txt');
const pull = 0.0005;

/** The file that discovery reads. */
export const weightsFile = join(import.meta.dirname, '../../../services/discovery/src/domain/fit-weights.json');

/** Our own descriptions, each with the communities where its customers are. */
export function labelledDescriptions(): { description: string; communities: string[] }[] {
  return examplesIn(readFileSync(examplesFile, 'utf8')).map(({ role, phrase }) => ({
    description: phrase,
    communities: role === '' ? [] : role.split(' '),
  }));
}

/** The text of the file, with the weights in the order of the features. */
export function weightsText(bias: number, weights: ArrayLike<number>): string {
  const rounded = featureNames.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))] as const);
  const all = { encoder: encoderVersion, bias: Number(bias.toFixed(2)), weights: Object.fromEntries<number>(rounded) };
  return `${JSON.stringify(all, null, 2)}\n`;
}

/**
 * `npm run lab -- communities`: learns from our own descriptions how likely customers are in a community that shares
 * words with a description, and writes the weights that discovery reads.
 */
export async function learnCommunities(): Promise<void> {
  const examples = labelledDescriptions();
  const encoder = labVectors();
  const featuresOf = fitFeatures((texts) => encoder.ofTexts(texts));
  const rows: SparseRow[] = [];
  const labels: number[] = [];
  for (const { description, communities } of examples)
    for (const [name, features] of await featuresOf(description)) {
      rows.push({ indexes: [...featureNames.keys()], values: featureNames.map((feature) => features[feature]) });
      labels.push(communities.includes(name) ? 1 : 0);
    }
  await encoder.close();
  const shares = labels.map(() => 1 / labels.length);
  const { bias, weights } = fitLogistic({ rows, wanted: labels, shares, size: featureNames.length, pull });
  writeFileSync(weightsFile, weightsText(bias, weights));
  process.stdout.write(`learned from ${rows.length} matches of ${examples.length} descriptions\n`);
}
