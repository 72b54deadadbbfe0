import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/** In bytes: a document of 16 MB, MongoDB's limit, in its longest form. Archives have no longer lines. */
const longestLine = 200_000_000;

/** Yields the bytes of each line of a gzipped file, without the line feed. Throws if the last line has none. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const bytes = new PassThrough();
  const done = pipeline(createReadStream(file), createGunzip(), bytes);
  // The loop below gets the same error from the stream.
  done.catch(() => undefined);
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    const chunk = z.instanceof(Buffer).parse(part);
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]);
      pieces = [];
      length = 0;
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longestLine) throw new Error('a line is too long');
  }
  await done;
  if (length > 0) throw new Error('it ends within a line');
}
