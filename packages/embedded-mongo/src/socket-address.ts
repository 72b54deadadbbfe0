import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A Unix socket's path must fit sockaddr_un (104 bytes on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 100;

/**
 * Chooses the socket's path: in the data folder, or, if that path is too long, in a private folder of the system's
 * temporary folder. Then FOLDER/NAME.address contains the path.
 */
export function socketPath(folder: string, name = 'documents'): string {
  const { own, note } = placesOf(folder, name);
  if (Buffer.byteLength(own) <= MAX_PATH_BYTES) {
    rmSync(note, { force: true });
    return own;
  }
  const known = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (known !== '' && isPrivate(dirname(known))) return known;
  const made = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  chmodSync(made, 0o700);
  const path = join(made, `${name}.sock`);
  writeFileSync(note, `${path}\n`, { mode: 0o600 });
  return path;
}

/** The path at which another process would have created this socket; null if there can be none. */
export function knownSocketPath(folder: string, name: string): string | null {
  const { own, note } = placesOf(folder, name);
  if (Buffer.byteLength(own) <= MAX_PATH_BYTES) return own;
  const known = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  return known !== '' && isPrivate(dirname(known)) ? known : null;
}

function placesOf(folder: string, name: string): { own: string; note: string } {
  return { own: join(folder, `${name}.sock`), note: join(folder, `${name}.address`) };
}

/** The folder is private, so no other user can have created a socket in it. */
function isPrivate(folder: string): boolean {
  try {
    const { mode, uid } = statSync(folder);
    return (mode & 0o077) === 0 && uid === process.getuid?.();
  } catch {
    return false;
  }
}

export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

export function socketUri(path: string): string {
  return `mongodb://${encodeURIComponent(path)}/?directConnection=true`;
}
