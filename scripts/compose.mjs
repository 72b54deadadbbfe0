// Runs the product in containers for the journey tests, in a separate compose project and on a free port. `down` removes everything.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns whether a container engine with compose is available. */
export function composeAnswers() {
  return [['info'], ['compose', 'version']].every(
    (args) => spawnSync('docker', args, { stdio: 'ignore' }).status === 0,
  );
}

/** Runs a program and shows its output; resolves to whether its exit code was 0. */
async function shown(command, args, env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return (await once(child, 'exit'))[0] === 0;
}

/** Prepares one compose project; nothing starts before `up`. `run` executes the commands; by default their output is shown as is. */
export async function composeProject(run = shown) {
  const name = `earshot-test-${process.pid}`;
  const port = await freePort();
  const settings = {
    ...withoutTheUsers(),
    // The result of a scan must not depend on the hour.
    SANDBOX_ARRIVALS_PER_HOUR: '0',
    CALLS_PER_MINUTE: '1000000',
    REGISTRATIONS_PER_HOUR: '1000000',
    // Other suites run at the same time: a machine that stalls for a second must not count as an outage.
    MONGODB_TIMEOUT_MS: '30000',
    COMPOSE_PROJECT_NAME: name,
    EARSHOT_PORT: String(port),
  };
  const docker = (...args) => run('docker', args, settings);
  return {
    /** The environment for the tests: the address of the product, and the settings by which `docker compose` finds it. */
    environment: { ...settings, PRODUCT_URL: `http://127.0.0.1:${port}` },
    configured: () => docker('compose', 'config', '--quiet'),
    up: () => docker('compose', '--progress', 'quiet', 'up', '--build', '--wait', '--wait-timeout', '900'),
    printLogs: () => docker('compose', 'logs', '--no-color', '--tail', '150'),
    /** Also removes volumes, networks and the image. The build cache stays. */
    down: async () => {
      await docker('compose', '--progress', 'quiet', 'down', '--volumes', '--timeout', '5');
      await docker('image', 'rm', '--force', `${name}-services`);
    },
  };
}

/** Clears the models, accounts and addresses that the user has configured, so that tests do not use them. */
function withoutTheUsers() {
  const file = readFileSync(`${root}docker-compose.yml`, 'utf8');
  const optional = [...file.matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => [name, '']);
  return Object.fromEntries(optional);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
