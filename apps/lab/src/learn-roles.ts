import { encoderVersion, vectorLength } from '@earshot/encoder';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labVectors } from './quality/lab-vectors.ts';
import type { LogisticTask } from './quality/logistic.ts';
import { fitLogistic } from './quality/logistic.ts';

const examplesFile = join(import.meta.dirname, '../roles/examples.txt');
const weightsFile = join(import.meta.dirname, '../../../services/discovery/src/domain/profile/role-weights.json');
const learned = ['group', 'trouble', 'means'] as const;
const pull = 0.001;

/** The phrases of each role: a line with its name in brackets, then one phrase a line. */
function examplesIn(text: string): { role: string; phrase: string }[] {
  let role = '';
  return text.split('\n').flatMap((line) => {
    const name = /^\[(\w+)\]$/.exec(line)?.[1];
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
    const wanted = examples.map(({ role }) => (role === name ? 1 : 0));
    const { weights, bias } = fitLogistic({ rows, wanted, shares: evenShares(wanted), size: vectorLength, pull });
    return [
      name,
      { bias: Number(bias.toFixed(3)), weights: [...weights].map((one) => Number(one.toFixed(2))) },
    ] as const;
  });
  const all = { encoder: encoderVersion, ...Object.fromEntries(heads) };
  writeFileSync(weightsFile, `${JSON.stringify(all)}\n`);
  process.stdout.write(`learned ${learned.join(', ')} from ${examples.length} phrases\n`);
}

/** Those of the role and all others count the same. */
function evenShares(wanted: LogisticTask['wanted']): number[] {
  const positive = wanted.filter((one) => one === 1).length;
  return wanted.map((one) => 0.5 / (one === 1 ? positive : wanted.length - positive));
}
