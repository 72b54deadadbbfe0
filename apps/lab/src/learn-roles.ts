import { encoderVersion, vectorLength } from '@earshot/encoder';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labVectors } from './quality/lab-vectors.ts';
import { fitLogistic, type LogisticTask } from './quality/logistic.ts';

const examplesFile = join(import.meta.dirname, '../roles/examples.txt');
const weightsFile = join(import.meta.dirname, '../../../services/discovery/src/domain/profile/role-weights.json');
const learned = ['group', 'trouble', 'means'] as const;
const pull = 0.001;

/** The phrases of each role: a line with its name in brackets, then one phrase a line. */
export function examplesIn(text: string): { role: string; phrase: string }[] {
  let role = '';
  return text.split('\n').flatMap((line) => {
    const name = /^\[(.*)\]$/.exec(line)?.[1];
    role = name ?? role;
    return name !== undefined || line.trim() === '' ? [] : [{ role, phrase: line.trim() }];
  });
}

/**
 * `npm run lab -- roles`: learns from our own phrases what a part of a description is about, one against all others, and
 * writes the weights that discovery reads.
 */
export async function learnRoles(): Promise<void> {
  const examples = examplesIn(readFileSync(examplesFile, 'utf8'));
  const encoder = labVectors();
  const vectors = (await encoder.ofTexts(examples.map(({ phrase }) => phrase))) ?? [];
  await encoder.close();
  const rows = vectors.map((vector) => {
    const length = Math.hypot(...vector) || 1;
    return { indexes: [...vector.keys()], values: [...vector].map((value) => value / length) };
  });
  const heads = learned.map((name) => {
    const labels = examples.map(({ role }) => (role === name ? 1 : 0));
    const { weights, bias } = fitLogistic({
      rows,
      wanted: labels,
      shares: evenShares(labels),
      size: vectorLength,
      pull,
    });
    return [
      name,
      { bias: Number(bias.toFixed(3)), weights: [...weights].map((one) => Number(one.toFixed(2))) },
    ] as const;
  });
  const all = { encoder: encoderVersion, ...Object.fromEntries(heads) };
  writeFileSync(weightsFile, `${JSON.stringify(all)}\n`);
  process.stdout.write(`learned ${learned.join(', ')} from ${examples.length} phrases\n`);
}

const categoriesFile = join(import.meta.dirname, '../roles/categories.txt');
const vectorsFile = join(import.meta.dirname, '../../../services/discovery/src/domain/catalogue/category-vectors.json');
/** Spreads the components of a unit vector over the numbers of a byte. */
const scale = 700;

/** Writes the middle of the vectors of our own examples of each category of products. */
export async function learnCategories(): Promise<void> {
  const examples = examplesIn(readFileSync(categoriesFile, 'utf8').replaceAll('|', '\n'));
  const encoder = labVectors();
  const vectors = (await encoder.ofTexts(examples.map(({ phrase }) => phrase))) ?? [];
  await encoder.close();
  const sums = new Map<string, number[]>();
  for (const [at, { role }] of examples.entries()) {
    const sum = sums.get(role) ?? new Array<number>(vectorLength).fill(0);
    const vector = [...(vectors[at] ?? [])];
    const length = Math.hypot(...vector) || 1;
    sums.set(
      role,
      sum.map((value, index) => value + (vector[index] ?? 0) / length),
    );
  }
  const categories = [...sums].map(([name, sum]) => {
    const length = Math.hypot(...sum) || 1;
    const bytes = Int8Array.from(sum, (value) => Math.max(-127, Math.min(127, Math.round((value / length) * scale))));
    return [name, Buffer.from(bytes.buffer).toString('base64')] as const;
  });
  writeFileSync(
    vectorsFile,
    `${JSON.stringify({ encoder: encoderVersion, categories: Object.fromEntries<string>(categories) }, null, 2)}\n`,
  );
  process.stdout.write(`made ${categories.length} categories from ${examples.length} phrases\n`);
}

/** Those of the role and all others count the same. */
function evenShares(wanted: LogisticTask['wanted']): number[] {
  const positive = wanted.filter((one) => one === 1).length;
  return wanted.map((one) => 0.5 / (one === 1 ? positive : wanted.length - positive));
}
