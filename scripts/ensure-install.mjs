// Installs what the lockfile names when node_modules is missing or older than it. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const root = new URL('..', import.meta.url);

function modified(path) {
  return statSync(new URL(path, root), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.log('Installing dependencies (once, about a minute) ...');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, all] = npm === undefined ? ['npm', args] : [process.execPath, [npm, ...args]];
  const { status } = spawnSync(command, all, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error('The installation failed: see the lines above; without a network nothing can be installed.');
    process.exit(1);
  }
}
