// `npm test`: every check that can run on this machine, each timed, and one last line with true totals.
import { findChromium } from './chromium.mjs';
import { composeAnswers, composeProject } from './compose.mjs';
import { clusterFromCommand, kubernetesProduct, kubernetesWanted } from './kubernetes.mjs';
import { ownNetwork } from './own-network.mjs';
import { findSchemathesis, schemathesis } from './schemathesis.mjs';
import { bin, testRun } from './test-run.mjs';
import { startTestServers } from './test-servers.mjs';

const whole = testRun();
const chromium = findChromium();

/** Kafka, MongoDB and Redis for all suites. */
async function testServers() {
  try {
    return await startTestServers();
  } catch (error) {
    console.log(`\nKafka, MongoDB and Redis could not be started: ${error}`);
    whole.totals.failed += 1;
    return { addresses: {}, stop: async () => {} };
  }
}

async function checks(lane) {
  await lane.check('typecheck', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']);
  await lane.check('typecheck web', [bin('typescript/bin/tsc'), '-p', 'web']);
  await lane.check('typecheck e2e', [bin('typescript/bin/tsc'), '-p', 'e2e']);
  await lane.check('lint', [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0']);
  await lane.check('import circles', ['scripts/circles.mjs']);
  await lane.check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']);
  await lane.check('buf lint', [bin('@bufbuild/buf/bin/buf'), 'lint']);
  await lane.check('buf breaking', [bin('@bufbuild/buf/bin/buf'), 'breaking', '--against', 'proto/released.binpb']);
}

const apart = ['browser', 'compose', 'cluster', 'kubernetes'].map((name) => `e2e/test/${name}`);

async function units(lane, addresses) {
  await lane.jest('units and services', ['--testPathIgnorePatterns', 'e2e/'], addresses);
}

async function journeys(lane, addresses) {
  await lane.jest('journeys', ['e2e/', '--testPathIgnorePatterns', ...apart], addresses);
}

async function inBrowser(lane, addresses) {
  const env = { ...addresses, CHROMIUM: chromium };
  if (chromium !== undefined) await lane.jest('browser journeys', ['e2e/test/browser'], env, ownNetwork());
  else whole.missing('browser journeys', 'no Chromium was found (CHROMIUM=/path/to/it names one)');
}

async function fuzz(lane) {
  const st = findSchemathesis();
  if (st !== undefined) await lane.step('schemathesis', () => schemathesis(st));
  else whole.missing('schemathesis', 'it is not installed (pip install -r e2e/schemathesis/requirements.txt)');
}

/** Those that need no more than an address, against the product in containers. */
const anywhere = ['api/[^/]*', 'open-api', 'main-job', 'live-channel', 'gateway', 'hostile-requests', 'compose/[^/]*'];
const anywhereInBrowser = ['browser/main-job', 'browser/live'];

async function containers(lane) {
  if (!composeAnswers()) {
    whole.missing('compose journeys', 'no container engine with docker compose answers');
    return;
  }
  const project = await composeProject((...command) => lane.run('compose', ...command));
  try {
    const up = async () => (await project.configured()) && (await project.up());
    const paths = (names) => names.map((name) => `e2e/test/${name}.test.ts`);
    const overHttp = () => lane.jest('compose journeys', paths(anywhere), project.environment);
    const inBrowser = () => {
      if (chromium === undefined) return true;
      const env = { ...project.environment, CHROMIUM: chromium, EARSHOT_FORWARD: project.environment.EARSHOT_PORT };
      return lane.jest('compose in a browser', paths(anywhereInBrowser), env, ownNetwork());
    };
    const ok = (await lane.step('compose build and start', up)) && (await overHttp()) && (await inBrowser());
    if (!ok) await project.printLogs();
  } finally {
    await project.down();
  }
}

/** On a cluster: what needs no more than an address, and what only a cluster can show. */
const onCluster = ['main-job', 'live-channel', 'kubernetes/(?!scaling)[^/]*'];
const scaling = ['kubernetes/scaling[^/]*'];
/** Minutes that they take on two cores that do nothing else; the first with the cluster's own build on a new machine. */
const onClusterMinutes = { most: 32, scaling: 15 };

async function cluster(lane) {
  if (!kubernetesWanted()) {
    whole.missing('chart on a cluster', 'TEST_KUBERNETES=1 says that the cluster of KUBECONFIG may be used');
    return;
  }
  if (whole.isLate('chart on a cluster', onClusterMinutes.most)) return;
  if (!(await lane.step('cluster', clusterFromCommand))) return;
  const product = await kubernetesProduct((...command) => lane.run('image', ...command));
  const suites = (name, files) => {
    const paths = files.map((file) => `e2e/test/${file}.test.ts`);
    return lane.jest(name, paths, product.environment);
  };
  try {
    let ok = (await lane.step('chart installed', product.up)) && (await suites('chart on a cluster', onCluster));
    if (ok && !whole.isLate('scaling on a cluster', onClusterMinutes.scaling))
      ok = await suites('scaling on a cluster', scaling);
    if (!ok) await product.printLogs();
  } finally {
    await product.down();
  }
}

/** Much of the time is spent waiting, so lanes run side by side. */
async function lanes({ addresses }) {
  const work = [
    async (lane) => {
      await checks(lane);
      await units(lane, addresses);
    },
    async (lane) => {
      await containers(lane);
      await inBrowser(lane, addresses);
      await fuzz(lane);
    },
    async (lane) => {
      // Each suite says in one line that it is skipped where no container engine answers.
      await lane.jest('cluster faults', ['e2e/test/cluster'], addresses);
      await journeys(lane, addresses);
    },
  ];
  await told(work.map((one) => one(whole.lane())));
}

/** Waits for all; what was thrown counts as one failure. */
async function told(works) {
  for (const end of await Promise.allSettled(works)) {
    if (end.status === 'fulfilled') continue;
    console.log(`\n${end.reason}`);
    whole.totals.failed += 1;
  }
}

whole.endWhenLate();
// Ctrl-C ends the children; servers are stopped before this process ends too.
process.on('SIGINT', () => {});
// The journeys of every lane want the web app.
await whole.lane().check('web build', ['scripts/ensure-web.mjs']);
const servers = await testServers();
try {
  await lanes(servers);
} finally {
  // Whatever the engine says, the totals must be told.
  await servers.stop().catch((error) => console.log(`\nthe test servers could not be stopped: ${error}`));
}

// Alone: it has two cores' work of its own.
await told([cluster(whole.lane())]);

whole.end();
