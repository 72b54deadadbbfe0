// Installs the product on a real cluster for the tests, in a separate namespace, and removes it afterwards. To run it alone:
//   TEST_KUBERNETES=1 node scripts/kubernetes.mjs -- e2e/test/kubernetes/network
// IMAGE=name:tag names an image that the nodes already have and skips the build. KUBERNETES_LOAD is how images get to the nodes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import {
  installEarshot,
  installServers,
  loadImages,
  openGateway,
  remove,
  clusterLogs,
} from '../e2e/src/kubernetes/installation.ts';
import { toolsIn } from '../e2e/src/kubernetes/kubectl.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns whether tests may use the cluster of KUBECONFIG. It is opt-in because somebody else may need that cluster. */
export function kubernetesWanted() {
  return process.env.TEST_KUBERNETES === '1';
}

/**
 * Takes KUBECONFIG and PATH from the shell command in CLUSTER_UP, which starts a cluster and prints shell assignments on stdout.
 * Without CLUSTER_UP the current values stay. Resolves to true; rejects if the command fails.
 */
export async function clusterFromCommand() {
  const command = process.env.CLUSTER_UP;
  if (!command) return true;
  const shell = spawn(
    'bash',
    ['-ec', 'output=$($CLUSTER_UP); eval "$output"; printf "%s\\0%s" "$KUBECONFIG" "$PATH"'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [output, [code]] = await Promise.all([text(shell.stdout), once(shell, 'exit')]);
  if (code !== 0) throw new Error(`CLUSTER_UP ended with ${code}`);
  [process.env.KUBECONFIG, process.env.PATH] = output.split('\0');
  return true;
}

/** Runs a program and shows its output; resolves to whether its exit code was 0. */
async function shown(command, args, env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return (await once(child, 'exit'))[0] === 0;
}

/** Prepares one installation; nothing starts before `up`. `run` builds the image; by default the output of the build is shown as is. */
export async function kubernetesProduct(run = shown) {
  const namespace = `earshot-test-${process.pid}`;
  const release = 'earshot';
  const image = process.env.IMAGE || 'earshot-test:latest';
  const tools = toolsIn(namespace);
  const environment = { TEST_KUBERNETES: '1', KUBE_NAMESPACE: namespace, HELM_RELEASE: release, IMAGE: image };
  let gateway;
  return {
    /** The environment for the tests. PRODUCT_URL is set by `up`. */
    environment,
    /** Resolves to whether every pod is ready. */
    up: async () => {
      if (!process.env.IMAGE) {
        const { NODE_IMAGE } = parseEnv(readFileSync(`${root}.env`, 'utf8'));
        const build = ['build', '--quiet', '--build-arg', `NODE_IMAGE=${NODE_IMAGE}`, '--tag', image, '.'];
        if (!(await run('docker', build))) return false;
        await loadImages(image);
      }
      try {
        await installServers(namespace);
        await installEarshot(tools, { release, image });
        gateway = await openGateway(tools, release);
        environment.PRODUCT_URL = gateway.url;
        return true;
      } catch (error) {
        console.log(String(error));
        return false;
      }
    },
    printLogs: async () => console.log(await clusterLogs(tools)),
    down: async () => {
      await gateway?.stop();
      await remove(tools, release);
    },
  };
}

async function main(args) {
  if (!kubernetesWanted()) throw new Error('set TEST_KUBERNETES=1 to allow the tests to use the cluster of KUBECONFIG');
  await clusterFromCommand();
  const product = await kubernetesProduct();
  const flags = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules'];
  const jest = [...flags, 'node_modules/jest/bin/jest.js', '--maxWorkers=1', ...args];
  process.on('SIGINT', () => {});
  try {
    const ok = (await product.up()) && (await shown(process.execPath, jest, product.environment));
    if (!ok) await product.printLogs();
    process.exitCode = ok ? 0 : 1;
  } finally {
    await product.down();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2).filter((arg) => arg !== '--'));
