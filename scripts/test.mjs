// `npm test`: runs every level that this machine supports, one after another, and prints the totals in the last line.
// `npm test -- service journey` runs only these levels; `--long` runs the long series (`npm run soak`).
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { composeAnswers, composeProject } from './compose.mjs';
import { clusterFromCommand, kubernetesProduct, kubernetesWanted } from './kubernetes.mjs';
import { temporaryFilesInMemory } from './memory-folder.mjs';
import { ownNetwork } from './own-network.mjs';
import { findSchemathesis, schemathesis } from './schemathesis.mjs';
import { testRun } from './test-run.mjs';
import { startTestServers, whyNoServers } from './test-servers.mjs';

const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.long) process.env.TEST_SERIES = 'long';
const whole = testRun();
const chromium = findChromium();
const inMemory = temporaryFilesInMemory();
const inBrowser = 'e2e/test/browser/';
const inCompose = 'e2e/test/compose/';
const inKubernetes = 'e2e/test/kubernetes/';
const inPackages = 'packages/';

async function service() {
  await whole.lane().jest('services', { level: 'service', env: inMemory });
}

/** Most journeys over HTTP wait for timers and processes, so they run while the browser journeys use the processors. */
async function journey() {
  await whole.together([httpJourneys, browserJourneys]);
}

async function httpJourneys(lane) {
  const workers = Math.ceil(availableParallelism() / 2);
  await lane.jest('journeys', { level: 'journey', except: [inBrowser], env: inMemory, workers });
  const st = findSchemathesis();
  if (st !== undefined) await lane.step('schemathesis', () => schemathesis(st));
  else whole.missing('schemathesis', 'it is not installed (pip install -r e2e/schemathesis/requirements.txt)');
}

async function browserJourneys(lane) {
  if (chromium === undefined) {
    whole.missing('browser journeys', 'no Chromium was found (CHROMIUM=/path/to/it names one)');
    return;
  }
  const env = { ...inMemory, CHROMIUM: chromium };
  const workers = availableParallelism();
  await lane.jest('browser journeys', { level: 'journey', paths: [inBrowser], env, before: ownNetwork(), workers });
}

async function container() {
  const why = await whyNoServers();
  if (why !== undefined) {
    whole.missing('container level', why);
    return;
  }
  const { addresses, stop } = await startTestServers();
  try {
    // These suites spend most of their time waiting for servers to stop and start. So two lanes of equal length run at once.
    await whole.together([(lane) => faults(lane, addresses), (lane) => composeAndPackages(lane, addresses)]);
  } finally {
    await stop().catch((error) => console.log(`\nthe test servers could not be stopped: ${error}`));
  }
}

async function faults(lane, env) {
  const except = [inCompose, inKubernetes, inPackages];
  await lane.jest('services on servers', { level: 'container', except, env, workers: 1 });
}

async function composeAndPackages(lane, env) {
  await compose(lane);
  await lane.jest('Kafka, MongoDB, Redis', { level: 'container', paths: [inPackages], env, workers: 1 });
}

async function compose(lane) {
  if (!composeAnswers()) {
    whole.missing('compose journeys', 'the container engine has no docker compose');
    return;
  }
  const project = await composeProject((...command) => lane.run('compose', ...command));
  try {
    const up = async () => (await project.configured()) && (await project.up());
    const ok = (await lane.step('compose build and start', up)) && (await composeJourneys(lane, project.environment));
    if (!ok) await project.printLogs();
  } finally {
    await project.down();
  }
}

/** The journeys that need only the address of the product and that running in containers could break. */
const anywhere = ['main-job', 'live-channel', 'gateway'].map((name) => `e2e/test/${name}.journey.test.ts`);

async function composeJourneys(lane, env) {
  const overHttp = [
    await lane.jest('compose containers', { level: 'container', paths: [inCompose], env, workers: 1 }),
    await lane.jest('compose journeys', { level: 'journey', paths: anywhere, env, workers: 1 }),
  ];
  if (chromium === undefined) return overHttp.every(Boolean);
  const ok = await lane.jest('compose in a browser', {
    level: 'journey',
    paths: [`${inBrowser}main-job`],
    env: { ...env, CHROMIUM: chromium, EARSHOT_FORWARD: env.EARSHOT_PORT },
    before: ownNetwork(),
    workers: 1,
  });
  return ok && overHttp.every(Boolean);
}

/** Duration in minutes on two idle cores. `most` includes building the cluster on a new machine. */
const kubernetesMinutes = { most: 26, scaling: 4 };
/** KEDA grows workers by the same kind of autoscaler as HPA does by itself, so only the long run tests both. */
const scaling = values.long ? `${inKubernetes}scaling` : `${inKubernetes}scaling-keda`;
/** These need no peace in the shared installation. */
const besideTheOthers = ['dry-run', 'store-users'].map((name) => `${inKubernetes}${name}`);

async function kubernetes() {
  if (!kubernetesWanted()) {
    whole.missing('chart on a cluster', 'set TEST_KUBERNETES=1 to allow the tests to use the cluster of KUBECONFIG');
    return;
  }
  if (whole.isLate('chart on a cluster', kubernetesMinutes.most)) return;
  const lane = whole.lane();
  if (!(await lane.step('cluster', clusterFromCommand))) return;
  const product = await kubernetesProduct((...command) => lane.run('image', ...command));
  try {
    const ok = (await lane.step('chart installed', product.up)) && (await onCluster(lane, product.environment));
    if (!ok) await product.printLogs();
  } finally {
    await product.down();
  }
}

async function onCluster(lane, env) {
  const journeys = anywhere.slice(0, 2);
  const suites = { level: 'container', env, workers: 1 };
  const ok = [await lane.jest('journeys on a cluster', { ...suites, level: 'journey', paths: journeys })];
  const except = [`${inKubernetes}scaling`, ...besideTheOthers];
  await whole.together([
    async (own) => ok.push(await own.jest('chart on a cluster', { ...suites, paths: [inKubernetes], except })),
    async (own) => ok.push(await own.jest('chart elsewhere', { ...suites, paths: besideTheOthers })),
  ]);
  if (!ok.every(Boolean)) return false;
  if (whole.isLate('scaling on a cluster', kubernetesMinutes.scaling)) return true;
  return lane.jest('scaling on a cluster', { ...suites, paths: [scaling] });
}

/** Switches off each security control in a copy of the tree, and expects that a test fails. */
async function controls() {
  await whole.lane().check('controls', ['--disable-warning=ExperimentalWarning', 'e2e/src/controls/main.ts']);
}

/** In this order: the cheapest level first, Kubernetes alone at the end. */
const usual = { check: () => check(whole, { all: true }), service, journey, container, kubernetes };
const levels = values.long ? { ...usual, controls } : usual;
const unknown = positionals.filter((name) => !Object.hasOwn(levels, name));
if (unknown.length > 0) {
  console.error(`there is no level ${unknown.join(', ')}; the levels are ${Object.keys(levels).join(', ')}`);
  process.exit(2);
}
const isWanted = (name) => positionals.length === 0 || positionals.includes(name);

whole.endWhenLate();
// Ctrl-C also reaches the child processes. This process stops the servers before it exits.
let interrupted = false;
process.on('SIGINT', () => {
  interrupted = true;
});
// The service and journey levels serve the web app.
if (isWanted('service') || isWanted('journey')) await whole.lane().check('web build', ['scripts/ensure-web.mjs']);
for (const [name, run] of Object.entries(levels)) if (isWanted(name) && !interrupted) await whole.level(name, run);
whole.end();
