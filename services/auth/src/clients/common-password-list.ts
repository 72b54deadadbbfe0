import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CommonPasswords } from '../domain/common-passwords.ts';

/** 100,000 passwords, one a line, in the order of their bytes; see common-passwords.md. */
const file = new URL('common-passwords.txt.gz', import.meta.url);
const newline = 0x0a;

/** The most common passwords of at least 8 characters. Loaded on first use, and kept as one buffer to save memory. */
export function commonPasswordList(): CommonPasswords {
  let list: Promise<Buffer> | undefined;
  return {
    has: async (password) => {
      list ??= readFile(file).then(promisify(gunzip));
      return hasLine(await list, Buffer.from(password));
    },
  };
}

/** Binary search in sorted lines, each of which ends with a newline. */
function hasLine(lines: Buffer, wanted: Buffer): boolean {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const start = middle === 0 ? 0 : lines.lastIndexOf(newline, middle - 1) + 1;
    const end = lines.indexOf(newline, middle);
    const order = wanted.compare(lines, start, end);
    if (order === 0) return true;
    if (order < 0) to = start;
    else from = end + 1;
  }
  return false;
}
