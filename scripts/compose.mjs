// The product in containers for the journeys: a compose project and a port of its own, gone without a trace afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Whether there is a container engine with compose. */
export function composeAnswers() {
  return [['info'], ['compose', 'version']].every(
    (args) => spawnSync('docker', args, { stdio: 'ignore' }).status === 0,
  );
}

/** Runs a program with what it says shown; resolves to whether it ended with 0. */
async function shown(command, args, env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return (await once(child, 'exit'))[0] === 0;
}

/** One project; nothing runs before `up`. `run` runs its commands, else they speak for themselves. */
export async function composeProject(run = shown) {
  const name = `earshot-test-${process.pid}`;
  const port = await freePort();
  const settings = {
    ...withoutTheUsers(),
    // What a scan finds must not hang on the hour.
    SANDBOX_ARRIVALS_PER_HOUR: '0',
    CALLS_PER_MINUTE: '1000000',
    REGISTRATIONS_PER_HOUR: '1000000',
    // Other suites run beside this: a machine that stands still for a second is no outage.
    MONGODB_TIMEOUT_MS: '30000',
    COMPOSE_PROJECT_NAME: name,
    EARSHOT_PORT: String(port),
  };
  const docker = (...args) => run('docker', args, settings);
  return {
    /** For the tests: where it answers, and how `docker compose` finds it. */
    environment: { ...settings, PRODUCT_URL: `http://127.0.0.1:${port}` },
    configured: () => docker('compose', 'config', '--quiet'),
    up: () => docker('compose', '--progress', 'quiet', 'up', '--build', '--wait', '--wait-timeout', '900'),
    printLogs: () => docker('compose', 'logs', '--no-color', '--tail', '150'),
    /** Volumes, networks and the image go too; the build's cache stays. */
    down: async () => {
      await docker('compose', '--progress', 'quiet', 'down', '--volumes', '--timeout', '5');
      await docker('image', 'rm', '--force', `${name}-services`);
    },
  };
}

/** Models, accounts and addresses that the user has set are not for tests. */
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
