// Runs a command in a network of its own, where the ports named by EARSHOT_FORWARD lead out (127.0.0.1, joined by commas).
// A browser takes every address that comes or goes on its machine, as each container's does, for another network, and
// drops what it loads.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
const withLoopback = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const ways = [
  ['unshare', '--net', ...withLoopback],
  ['unshare', '--map-root-user', '--net', ...withLoopback],
];

const wayOf = () =>
  ways.find(([program, ...args]) => spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0);

/** What to put before a command for it to have a network of its own; nothing where the machine gives none. */
export function ownNetwork() {
  return wayOf() === undefined ? [] : [process.execPath, self, 'outside'];
}

/** Each connection to one goes on to the other. */
async function lead(from, to) {
  const server = createServer((near) => {
    const far = connect(to);
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  });
  server.listen(from);
  await once(server, 'listening');
}

/** Runs it with this process's streams; resolves to the code it ended with. */
async function ended(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** The files through which the ports lead out: a socket that is a file belongs to no network. */
const leads = (folder) =>
  (process.env.EARSHOT_FORWARD ?? '')
    .split(',')
    .filter(Boolean)
    .map((port) => ({ file: join(folder, port), loopback: { host: '127.0.0.1', port: Number(port) } }));

async function outside(command) {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-network-'));
  try {
    for (const { file, loopback } of leads(folder)) await lead(file, loopback);
    const [unshare, ...args] = wayOf();
    return await ended(unshare, [...args, process.execPath, self, 'inside', folder, ...command]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inside([folder, command, ...args]) {
  for (const { file, loopback } of leads(folder)) await lead(loopback, file);
  return ended(command, args);
}

if (process.argv[1] === self) {
  const [side, ...command] = process.argv.slice(2);
  process.exit(await (side === 'inside' ? inside(command) : outside(command)));
}
