import { Zip, ZipDeflate } from 'fflate';
import type { FilePiece } from '../domain/own-export.ts';

/** Zips files as a stream. A file starts with its first part and ends where the next file starts. */
export async function* zipFiles(pieces: AsyncIterable<FilePiece>, modifiedAt: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(bytes);
  });
  const begin = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name);
    file.mtime = modifiedAt;
    zip.add(file);
    return file;
  };
  const files: ZipDeflate[] = [];
  const end = () => files.pop()?.push(new Uint8Array(), true);
  for await (const { name, text } of pieces) {
    if (files[0]?.filename !== name) {
      end();
      files.push(begin(name));
    }
    files[0]?.push(Buffer.from(text));
    yield* ready.splice(0);
  }
  end();
  zip.end();
  yield* ready.splice(0);
}
