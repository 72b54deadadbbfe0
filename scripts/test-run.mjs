// Counts and times a test run: its levels, and in each level the checks and Jest suites, in lanes that run in parallel.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}.cache/test`;

/** Returns the path of a program in node_modules. */
export const bin = (name) => `${root}node_modules/${name}`;

/** Milliseconds that Jest has to exit after its last test. What still runs then was left open by a test. */
const exitWithinMs = 30_000;

/** Heap size above which Jest replaces a worker before the next file. */
const freshAbove = '--workerIdleMemoryLimit=1GB';

/** How much of a failure is repeated at the end: a comparison's two values and the line of the test are within it. */
const reasonLines = 12;

const minutesSince = (startedAt) => ((performance.now() - startedAt) / 60_000).toFixed(1);

/** Collects the totals and times of one run. */
export function testRun() {
  mkdirSync(reports, { recursive: true });
  const totals = { passed: 0, skipped: 0, failures: [] };
  const levels = [];
  const leftMinutes = () => (Number(process.env.TEST_UNTIL || Infinity) - Date.now() / 1000) / 60;
  /** Prints the minutes of each level, the failures and, in the last line, the totals; then exits. */
  const end = () => {
    console.log(`\n${levels.join('\n')}\n`);
    for (const failure of totals.failures) console.log(`failed: ${failure}`);
    console.log(`${totals.skipped} skipped`);
    console.log(`${totals.passed} passed, ${totals.failures.length} failed`);
    process.exit(totals.failures.length === 0 ? 0 : 1);
  };
  /** Waits for all of them. An error counts as one failure. */
  const settled = async (works) => {
    for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') totals.failures.push(end.reason);
  };
  return {
    end,
    /** Runs and times a level. An error counts as one failure. */
    level: async (name, work) => {
      const startedAt = performance.now();
      await settled([work()]);
      levels.push(`${name.padEnd(12)} ${minutesSince(startedAt).padStart(5)} min`);
    },
    /** Runs each function in a separate lane, in parallel. */
    together: (works) => settled(works.map((work) => work(laneOf(totals)))),
    lane: () => laneOf(totals),
    /** One minute after TEST_UNTIL the run fails and prints its totals so far. A run that is killed from outside would report nothing. */
    endWhenLate: () => {
      if (leftMinutes() === Infinity) return;
      const late = () => {
        totals.failures.push('TEST_UNTIL is over: levels that are not listed above were not finished');
        end();
      };
      setTimeout(late, (leftMinutes() + 1) * 60_000).unref();
    },
    /** In CI this counts as a failure, because CI must not skip it. Elsewhere it prints one line about the skipped part. */
    missing: (what, how) => {
      if (!process.env.CI) return console.log(`\n${what} skipped: ${how}`);
      totals.failures.push(`${what}: ${how}, and CI must not skip them`);
    },
    /** Whether a part that takes `minutes` would end after TEST_UNTIL (seconds since 1970). If so, prints that and counts it as skipped. */
    isLate: (what, minutes) => {
      const left = leftMinutes();
      if (left >= minutes) return false;
      console.log(`\n${what} skipped: it takes ${minutes} minutes, and there are ${Math.floor(left)} until TEST_UNTIL`);
      totals.skipped += 1;
      return true;
    },
  };
}

function laneOf(totals) {
  async function timed(name, work) {
    const startedAt = performance.now();
    await work();
    console.log(`== ${name.padEnd(24)} ${minutesSince(startedAt)} min`);
  }

  /**
   * Resolves to whether the exit code was 0. Prefixes each line of output with the name, because other lanes print too. A
   * Jest that does not exit after its tests is killed, so it fails.
   */
  async function run(name, command, args, env = {}) {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: `${root}.cache/compiled`, ...env },
    });
    let overdue;
    const print = (line) => {
      console.log(`${name} | ${line}`);
      if (line.includes('Jest did not exit')) overdue ??= setTimeout(() => child.kill('SIGKILL'), exitWithinMs);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', print);
    const [code, signal] = await once(child, 'exit');
    clearTimeout(overdue);
    if (signal === 'SIGINT' || code === 130) throw new Error('interrupted');
    return code === 0;
  }

  /** A step counts as one test: it passes or fails as a whole. Resolves to whether it passed. */
  async function step(name, work) {
    let ok = false;
    await timed(name, async () => {
      ok = (await work().catch((error) => void console.log(`\n${name}: ${error}`))) === true;
      if (ok) totals.passed += 1;
      else totals.failures.push(name);
    });
    return ok;
  }

  /**
   * Runs the files of a level: those that match `paths` and not `except`, or those that depend on a file in `related`.
   * Resolves to whether nothing failed. `before` is a command prefix. By default there is one worker more than
   * processors, because suites spend part of their time waiting.
   */
  async function jest(
    name,
    { level, paths = [], except = [], related = [], env = {}, before = [], workers = availableParallelism() + 1 },
  ) {
    let ok = false;
    await timed(name, async () => {
      const report = `${reports}/${name.replaceAll(' ', '-')}.json`;
      rmSync(report, { force: true });
      const flags = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', bin('jest/bin/jest.js')];
      const running = [freshAbove, `--maxWorkers=${workers}`, '--json', `--outputFile=${report}`];
      const which = ['--selectProjects', level, ...option('--testPathPatterns', paths)];
      const more = [
        ...running,
        ...which,
        ...option('--testPathIgnorePatterns', except),
        ...option('--findRelatedTests', related),
      ];
      const [program, ...args] = [...before, process.execPath, ...flags, ...more];
      ok = await run(name, program, args, env);
      count(name, report, ok);
    });
    return ok;
  }

  function count(name, report, ok) {
    const before = totals.failures.length;
    try {
      const result = JSON.parse(readFileSync(report, 'utf8'));
      totals.passed += result.numPassedTests;
      totals.skipped += result.numPendingTests + result.numTodoTests;
      totals.failures.push(
        ...result.testResults.flatMap((file) => failuresOf(file).map((what) => `${name} | ${what}`)),
      );
    } catch (error) {
      totals.failures.push(`${name} | ${error}`);
    }
    if (!ok && totals.failures.length === before)
      totals.failures.push(`${name} | Jest failed or did not exit: a test left something open`);
  }

  return {
    step,
    jest,
    run,
    /** Runs a Node program; it passes if its exit code is 0. */
    check: (name, args) => step(name, () => run(name, process.execPath, args)),
  };
}

/** The failed tests of a file with their reasons. A file that could not be loaded has no tests, so it counts as one itself. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [`${file}${reason(message)}`];
  return failed.map((test) => `${file} | ${test.fullName}${reason(test.failureMessages.join('\n'))}`);
}

/** The first lines of an error, indented. Often the end of the output is all that is kept of a run. */
function reason(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines
    .slice(0, reasonLines)
    .map((line) => `\n    ${line.slice(0, 200)}`)
    .join('');
}

const option = (name, values) => (values.length === 0 ? [] : [name, ...values]);
