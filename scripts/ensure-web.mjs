// Builds the web app if there is no build or a source file is newer than the build.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'web/src',
  'web/public',
  'web/build',
  'web/index.html',
  'web/scores.html',
  'web/app.html',
  'web/vite.config.ts',
  'web/package.json',
  'proto',
  'packages/text/src/fold.ts',
  'apps/lab/eval/recorded.json',
  'package-lock.json',
];

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(`${path}/${name}`)));
}

const built = modified(`${root}web/dist/index.html`);
if (built === 0 || sources.some((source) => newest(root + source) > built)) {
  console.log('Building the web app ...');
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: `${root}web`,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The web app could not be built: see the lines above.');
    process.exit(1);
  }
}
