// Watch mode: the services restart and the web app reloads when their sources change.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const children = [
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--watch', 'apps/all-in-one/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [`${root}node_modules/vite/bin/vite.js`], { cwd: `${root}web`, stdio: 'inherit' }),
];

function end() {
  for (const child of children) child.kill('SIGTERM');
}

process.once('SIGINT', end);
process.once('SIGTERM', end);
for (const child of children) child.once('exit', end);
