// Reports changes below folders. It watches folders instead of files, because many editors save by renaming a new file over the
// old one, and a watcher of the replaced file then reports nothing.
import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

const ignored = new Set(['node_modules', 'dist', 'test']);

/** Returns the folder and all folders below it, except those that hold no sources. */
function foldersBelow(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const below = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !ignored.has(entry.name),
  );
  return [folder, ...below.flatMap((entry) => foldersBelow(join(folder, entry.name)))];
}

/** Calls `changed` once for all changes within `settleMs`. New folders are watched too. Returns the function that stops it. */
export function watchFolders(roots, changed, settleMs = 100) {
  const watchers = new Map();
  let timer;
  const forget = (folder) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const watchAll = () => {
    const present = new Set(roots.flatMap(foldersBelow));
    for (const folder of watchers.keys()) if (!present.has(folder)) forget(folder);
    for (const folder of present) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, name) => {
        // Editors keep swap files next to the edited file.
        if (name === null || name.startsWith('.') || name.endsWith('~')) return;
        clearTimeout(timer);
        timer = setTimeout(settled, settleMs);
      });
      watcher.on('error', () => forget(folder));
      watchers.set(folder, watcher);
    }
  };
  const settled = () => {
    watchAll();
    changed();
  };
  watchAll();
  return () => {
    clearTimeout(timer);
    for (const folder of watchers.keys()) forget(folder);
  };
}
