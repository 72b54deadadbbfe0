// `npm run check`: types, lint, format, contracts and unit tests, with the caches of the last run.
import { fileURLToPath } from 'node:url';
import { bin, testRun } from './test-run.mjs';
import { unitsToRun } from './units-to-run.mjs';

// A changed type can change the lint results of other files, and ESLint's cache does not see that. CI lints every file.
const lintCache = process.env.CI
  ? []
  : ['--cache', '--cache-location', '.cache/eslint/', '--cache-strategy', 'content'];
const formatCache = ['--cache', '--cache-location', '.cache/prettier', '--cache-strategy', 'content'];

async function types(lane) {
  for (const project of ['tsconfig.json', 'e2e', 'web'])
    await lane.check(`types ${project}`, [bin('typescript/bin/tsc'), '-p', project]);
}

async function units(lane, all) {
  const { related, passed } = unitsToRun(all);
  if (await lane.jest('unit tests', { level: 'unit', workers: 1, related })) passed();
}

async function style(lane) {
  await lane.check('lint', [
    '--max-old-space-size=6144',
    bin('eslint/bin/eslint.js'),
    '.',
    '--max-warnings',
    '0',
    ...lintCache,
  ]);
  await lane.check('import circles', ['scripts/circles.mjs']);
  await lane.check('unused code', [bin('knip/bin/knip.js')]);
  await lane.check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.', ...formatCache]);
  await lane.check('buf lint', [bin('@bufbuild/buf/bin/buf'), 'lint']);
  await lane.check('buf breaking', [bin('@bufbuild/buf/bin/buf'), 'breaking', '--against', 'proto/released.binpb']);
}

/**
 * Runs the level that needs no servers, in three lanes: which of them is the longest depends on the caches. `all` runs every unit test,
 * even those that no change affects.
 */
export async function check(run, { all }) {
  await run.together([style, types, (lane) => units(lane, all)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const run = testRun();
  await run.level('check', () => check(run, { all: process.env.CI !== undefined }));
  run.end();
}
