import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A Unix socket's path must fit sockaddr_un (104 bytes on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 100;
const SOCKET = 'documents.sock';
const ADDRESS = 'documents.address';

/**
 * Where the socket goes: into the data folder, or, where that path is too long, into a private folder of the system's temporary
 * one, whose address is then in FOLDER/documents.address.
 */
export function socketPath(folder: string): string {
  const own = join(folder, SOCKET);
  const note = join(folder, ADDRESS);
  if (Buffer.byteLength(own) <= MAX_PATH_BYTES) {
    rmSync(note, { force: true });
    return own;
  }
  const known = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (known !== '' && isPrivate(dirname(known))) return known;
  const made = mkdtempSync(join(tmpdir(), 'earshot-'));
  chmodSync(made, 0o700);
  const path = join(made, SOCKET);
  writeFileSync(note, `${path}\n`, { mode: 0o600 });
  return path;
}

/** The folder is ours alone: nobody else can have put a socket there. */
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
