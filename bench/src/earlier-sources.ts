import { execFile } from 'node:child_process';
import { mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The last commit before the work on speed. */
export const before = '7a6df289';

/**
 * Checks a commit out into `folder`, which must not exist, and links the installed packages to it, so that versions
 * differ only in Earshot's sources. Rejects if this clone lacks the commit.
 */
export async function checkOut(commit: string, folder: string): Promise<{ remove(): Promise<void> }> {
  await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: project });
  const [installed, linked] = [join(project, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(linked, '@earshot'), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== '@earshot' && name !== '.cache') await symlink(join(installed, name), join(linked, name));
  // These links are relative: they lead to the packages of the commit.
  for (const name of await readdir(join(installed, '@earshot')))
    await symlink(await readlink(join(installed, '@earshot', name)), join(linked, '@earshot', name));
  return {
    remove: async () => {
      await run('git', ['worktree', 'remove', '--force', folder], { cwd: project });
    },
  };
}
