// Finds a Node outside of node_modules. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

/** Returns the first Node 24 on the path that has at least this minor version, or undefined. */
export function installedNode(path, minor) {
  const folders = path.split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return folders.map((folder) => folder + sep + 'node').find((file) => existsSync(file) && isNode24(file, minor));
}

function isNode24(file, minor) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  const version = /^v24\.(\d+)\./.exec(stdout ?? '');
  return version !== null && Number(version[1]) >= minor;
}

/** Lets npm scripts use this Node. */
export function linkNode(bin, file) {
  const link = join(bin, 'node');
  rmSync(link, { force: true });
  symlinkSync(file, link);
}
