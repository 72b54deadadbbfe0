// Reports changes below folders. Watches folders instead of files: many editors save a file by renaming a new one over
// it, and a watcher of the replaced file reports nothing afterwards.
import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

const ignored = new Set(['node_modules', 'dist', 'test']);

/** The folder and all folders below it, without those that hold no source. */
function foldersBelow(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const below = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !ignored.has(entry.name),
  );
  return [folder, ...below.flatMap((entry) => foldersBelow(join(folder, entry.name)))];
}

/** Calls `changed` once for all changes within `settleMs`; folders made later are watched too. Returns how to stop. */
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
        // Editors keep swap files beside what is edited.
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
