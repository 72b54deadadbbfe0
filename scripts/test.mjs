// `npm test`: every check that can run on this machine, each timed, and one last line with true totals.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';
import { composeAnswers, composeProject } from './compose.mjs';
import { findSchemathesis, schemathesis } from './schemathesis.mjs';
import { startTestServers } from './test-servers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `${root}node_modules/${name}`;
const reports = `${root}.cache/test`;
const totals = { passed: 0, failed: 0, skipped: 0 };
const minutes = [];

/** Not spawnSync: it would not notice that connections to the container engine close meanwhile. */
async function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...servers.addresses, ...env },
  });
  const [code, signal] = await once(child, 'exit');
  if (signal === 'SIGINT' || code === 130) throw new Error('interrupted');
  return code === 0;
}

async function timed(name, work) {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  await work();
  minutes.push(`${name.padEnd(22)} ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
}

/** A check counts as one test: it passes or fails as a whole. */
async function check(name, args) {
  await timed(name, async () => {
    totals[(await run(args)) ? 'passed' : 'failed'] += 1;
  });
}

/** Heap of a worker above which the next file gets a new one. */
const freshAbove = '--workerIdleMemoryLimit=1GB';

async function jest(name, paths, env = {}) {
  await timed(name, async () => {
    const report = `${reports}/${name.replaceAll(' ', '-')}.json`;
    rmSync(report, { force: true });
    const node = ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning'];
    // A client of a server that the last suite stopped may keep the process for ever. Jest keeps what each file loaded
    // (some 100 MB): one process for all of them stands still for seconds while it collects garbage, and ends at 4 GB.
    const flags = [...node, '--experimental-vm-modules', bin('jest/bin/jest.js'), '--forceExit', freshAbove];
    const ok = await run([...flags, '--json', `--outputFile=${report}`, ...paths], env);
    count(report, ok);
  });
}

/** Those that need no more than an address, against the product in containers. */
const anywhere = ['api/[^/]*', 'open-api', 'main-job', 'live-channel', 'gateway', 'hostile-requests', 'compose/[^/]*'];
const anywhereInBrowser = ['main-job', 'live'];

async function composeJourneys() {
  const project = await composeProject();
  const failedBefore = totals.failed;
  try {
    await timed('compose build and start', () => {
      totals[project.configured() && project.up() ? 'passed' : 'failed'] += 1;
    });
    if (totals.failed === failedBefore) {
      const inBrowser = chromium === undefined ? [] : anywhereInBrowser.map((name) => `browser/${name}`);
      const paths = [...anywhere, ...inBrowser].map((name) => `e2e/test/${name}.test.ts`);
      await jest('compose journeys', ['--maxWorkers=1', ...paths], { ...project.environment, CHROMIUM: chromium });
    }
    if (totals.failed > failedBefore) project.printLogs();
  } finally {
    project.down();
  }
}

function count(report, ok) {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    totals.passed += result.numPassedTests;
    // A file that did not even load has no tests to fail.
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    totals.failed += ok ? failed : Math.max(failed, 1);
    totals.skipped += result.numPendingTests + result.numTodoTests;
  } catch {
    totals.failed += 1;
  }
}

mkdirSync(reports, { recursive: true });
const chromium = findChromium();
let servers = { addresses: {}, stop: async () => {} };
// Ctrl-C ends the child; the servers are stopped before this process ends too.
process.on('SIGINT', () => {});
await check('typecheck', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']);
await check('typecheck web', [bin('typescript/bin/tsc'), '-p', 'web']);
await check('typecheck e2e', [bin('typescript/bin/tsc'), '-p', 'e2e']);
await check('lint', [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0']);
await check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']);
await check('buf lint', [bin('@bufbuild/buf/bin/buf'), 'lint']);
await check('buf breaking', [bin('@bufbuild/buf/bin/buf'), 'breaking', '--against', 'proto/released.binpb']);
await check('web build', ['scripts/ensure-web.mjs']);
try {
  servers = await startTestServers();
} catch (error) {
  console.log(`\nKafka, MongoDB and Redis could not be started: ${error}`);
  totals.failed += 1;
}
try {
  await jest('units and services', ['--testPathIgnorePatterns', 'e2e/']);
  const apart = ['e2e/test/browser', 'e2e/test/compose', 'e2e/test/cluster'];
  await jest('journeys', ['e2e/', '--maxWorkers=1', '--testPathIgnorePatterns', ...apart]);
  // Each suite says in one line that it is skipped where no container engine answers.
  await jest('cluster faults', ['e2e/test/cluster', '--maxWorkers=1']);
  if (chromium !== undefined)
    await jest('browser journeys', ['e2e/test/browser', '--maxWorkers=1'], { CHROMIUM: chromium });
  else if (process.env.CI) {
    console.log('\nNo Chromium was found, and CI must not skip the browser journeys.');
    totals.failed += 1;
  } else console.log('\nbrowser journeys skipped: no Chromium was found (CHROMIUM=/path/to/it names one)');
} finally {
  // Whatever the engine says, the totals must be told.
  await servers.stop().catch((error) => console.log(`\nthe test servers could not be stopped: ${error}`));
}
const st = findSchemathesis();
if (st !== undefined) {
  await timed('schemathesis', async () => {
    totals[(await schemathesis(st).catch((error) => console.log(`\n${error}`))) === true ? 'passed' : 'failed'] += 1;
  });
} else if (process.env.CI) {
  console.log('\nschemathesis is not installed, and CI must not skip it.');
  totals.failed += 1;
} else console.log('\nschemathesis skipped: it is not installed (pip install -r e2e/schemathesis/requirements.txt)');
if (composeAnswers()) await composeJourneys();
else if (process.env.CI) {
  console.log('\nNo container engine with compose answers, and CI must not skip the compose journeys.');
  totals.failed += 1;
} else console.log('\ncompose journeys skipped: no container engine with docker compose answers');

console.log(`\n${minutes.join('\n')}\n`);
const skipped = totals.skipped === 0 ? '' : `, ${totals.skipped} skipped`;
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed === 0 ? 0 : 1);
