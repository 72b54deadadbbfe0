// Gives test runs a folder in memory. The embedded stores wait for the disk at each commit, and that takes half of the time of many suites.
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
/** A container often has only 64 MB of it, which is too little. */
const enough = 2 * 1024 ** 3;

/** The environment that puts temporary files into memory until this process exits; empty where the machine has no such folder. */
export function temporaryFilesInMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enough) return {};
    const folder = mkdtempSync(`${memory}/earshot-tests-`);
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { TMPDIR: folder };
  } catch {
    return {};
  }
}
