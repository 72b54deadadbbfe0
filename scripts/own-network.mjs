// Runs a command in a separate network namespace. EARSHOT_FORWARD lists the ports of 127.0.0.1 to forward, separated by commas.
// When an address appears or disappears on the machine, as happens with each container, a browser assumes a changed network
// and aborts its requests.
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

/** Returns the command prefix that gives a command a separate network namespace; empty if the machine does not allow it. */
export function ownNetwork() {
  return wayOf() === undefined ? [] : [process.execPath, self, 'outside'];
}

/** Forwards each connection on `from` to `to`. */
async function lead(from, to) {
  const server = createServer((near) => {
    const far = connect(to);
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  });
  server.listen(from);
  await once(server, 'listening');
}

/** Runs the command with this process's streams; resolves to its exit code. */
async function ended(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** The socket files through which the ports are forwarded. A Unix socket does not belong to a network namespace. */
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
