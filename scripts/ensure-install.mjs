// Installs the packages of the lockfile if node_modules is missing or older than the lockfile. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installedNode, linkNode } from './installed-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function modified(path) {
  return statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function npm(...args) {
  const cli = process.env.npm_execpath;
  const [command, all] = cli === undefined ? ['npm', args] : [process.execPath, [cli, ...args]];
  // npm before 11.16 runs the script of onnxruntime-node, which would fetch libraries for graphics cards.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  return spawnSync(command, all, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  // Not on stdout: the calling command uses stdout for its output.
  console.error('Installing dependencies (once, about a minute) ...');
  if (!npm('ci', '--no-audit', '--no-fund', '--loglevel=error')) {
    console.error('The installation failed: see the lines above. Without a network nothing can be installed.');
    process.exit(1);
  }
}

// npm 10 installs the platform package that brings Node 24 but does not always link its program.
const runtime = readdirSync(`${root}node_modules`).find((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name));
if (runtime !== undefined && !existsSync(`${root}node_modules/.bin/node`)) npm('rebuild', runtime, '--loglevel=error');

// For Macs the registry has Node 24.0.0 or 24.18 only, so an installed Node 24 of at least 24.21 is used instead.
if (process.platform === 'darwin') {
  const newer = installedNode(process.env.PATH ?? '', 21);
  if (newer !== undefined) linkNode(`${root}node_modules/.bin`, newer);
}
