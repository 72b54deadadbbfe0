// Selects the unit tests that `npm run check` runs: those that depend on a file changed since they last passed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { root } from './test-run.mjs';

const stateFile = `${root}.cache/test/units.json`;
/** A change of these files can affect every test. */
const ofAll = /^(package-lock\.json|[^/]*\.mjs|tsconfig.*|scripts\/.*)$/;

function stamps() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  const stampOf = (stats) => `${stats.mtimeMs} ${stats.size}`;
  return Object.fromEntries(
    files.flatMap((file) => {
      const stats = file === '' ? undefined : statSync(root + file, { throwIfNoEntry: false });
      return stats?.isFile() ? [[file, stampOf(stats)]] : [];
    }),
  );
}

function lastPass() {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8'));
  } catch {
    return undefined;
  }
}

const serviceOf = (file) => /^services\/[^/]+\//.exec(file)?.[0];

/**
 * Tests that read files: imports do not show which files they depend on. Those of a service read files of that service
 * only; the others read any.
 */
const mayRead = (test, changed) => {
  if (!test.includes('.unit.test.') || !readFileSync(root + test, 'utf8').includes("'node:fs")) return false;
  const service = serviceOf(test);
  return service === undefined || changed.some((file) => file.startsWith(service));
};

/** `related` are the files whose tests must run; undefined means all tests, and `all` forces that. Call `passed` after the tests passed. */
export function unitsToRun(all) {
  const now = stamps();
  const before = all ? undefined : lastPass();
  const passed = () => {
    mkdirSync(`${root}.cache/test`, { recursive: true });
    writeFileSync(stateFile, JSON.stringify(now));
  };
  if (before === undefined) return { passed };
  const changed = Object.keys(now).filter((file) => now[file] !== before[file]);
  const isGone = Object.keys(before).some((file) => now[file] === undefined);
  if (isGone || changed.some((file) => ofAll.test(file))) return { passed };
  return { passed, related: [...new Set([...changed, ...Object.keys(now).filter((file) => mayRead(file, changed))])] };
}
