import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Control, switchedOff } from './control.ts';

/** A copy of the repository in a temporary folder, so that patches never touch the user's files. */
export interface WorkingCopy {
  readonly folder: string;
  /** Runs `work` without the control, and then restores the file. */
  without<T>(control: Control, work: () => Promise<T>): Promise<T>;
  remove(): void;
}

/** Copies the files that Git knows or would add. Dependencies and the built web app are linked. */
export function workingCopy(root: string): WorkingCopy {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-controls-'));
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  for (const place of ['', 'web', ...within(root, 'services'), ...within(root, 'apps'), ...within(root, 'packages')])
    linkModules(join(root, place, 'node_modules'), join(folder, place, 'node_modules'));
  mkdirSync(join(folder, '.cache'), { recursive: true });
  if (existsSync(join(root, 'web/dist'))) symlinkSync(join(root, 'web/dist'), join(folder, 'web/dist'));
  return {
    folder,
    without: async (control, work) => {
      const path = join(folder, control.file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, switchedOff(control, source));
      try {
        return await work();
      } finally {
        writeFileSync(path, source);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function within(root: string, place: string): string[] {
  return readdirSync(join(root, place)).map((name) => join(place, name));
}

/** The links of our own packages are relative, so in the copy they lead to the copy. */
function linkModules(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@earshot') symlinkSync(join(from, name), join(to, name));
  const own = join(from, '@earshot');
  if (!existsSync(own)) return;
  mkdirSync(join(to, '@earshot'));
  for (const name of readdirSync(own)) symlinkSync(readlinkSync(join(own, name)), join(to, '@earshot', name));
}
