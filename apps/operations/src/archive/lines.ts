import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/** Characters. A document of 16 MB, MongoDB's limit, in its longest form: more is no archive of ours. */
const longestLine = 200_000_000;

/** The bytes of each line of a gzipped file, without the line feed. Throws when the file ends within a line. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const bytes = new PassThrough();
  const done = pipeline(createReadStream(file), createGunzip(), bytes);
  // Told to the reader below, by the stream.
  done.catch(() => undefined);
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const given of bytes) {
    const chunk = z.instanceof(Buffer).parse(given);
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
