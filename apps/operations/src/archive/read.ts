import type { BSON } from 'bson';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { codeOf, reasonOf } from '../faults.ts';
import {
  collectionLine,
  type CollectionName,
  documentOf,
  type Header,
  header,
  type Trailer,
  trailer,
} from './format.ts';
import { linesOf } from './lines.ts';

/** One document read from an archive. */
export interface ArchivedDocument {
  readonly of: CollectionName;
  readonly document: BSON.Document;
  /** Bytes of its line, which approximate its memory use. */
  readonly size: number;
}

export interface ArchiveFacts extends Trailer {
  readonly exportedAt: string;
}

/** Reads and validates the whole file without keeping it; `visit` sees each document. Throws an Error that describes the first problem. */
export async function checkArchive(
  file: string,
  visit: (archived: ArchivedDocument) => void = () => undefined,
): Promise<ArchiveFacts> {
  const reading = readArchive(file);
  for (;;) {
    const { done, value } = await reading.next();
    if (done === true) return value;
    visit(value);
  }
}

/**
 * Yields the documents in the order of the file and returns the facts of header and trailer. The file is validated only
 * after the last document, so run `checkArchive` before using any of them.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivedDocument, ArchiveFacts> {
  const state = new Reading();
  try {
    for await (const bytes of linesOf(file)) {
      const found = state.take(bytes);
      if (found !== null) yield found;
    }
    return state.end();
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') throw new Error(`There is no file ${file}`, { cause });
    throw new Error(`${file} cannot be imported: ${explained(cause)}. Do not trust any part of it`, { cause });
  }
}

function explained(cause: unknown): string {
  const reason = reasonOf(cause);
  if (reason.includes('unexpected end of file')) return 'it is cut off';
  return reason.includes('incorrect header check') ? 'it is not gzipped' : reason;
}

/** Validates an archive line by line. */
class Reading {
  readonly #hash = createHash('sha256');
  readonly #counts: Trailer['collections'] = [];
  #header: Header | null = null;
  #trailer: Trailer | null = null;
  #line = 0;

  /** Returns the document of a line, or null for other lines. Throws if the line is not allowed at this position. */
  take(bytes: Buffer): ArchivedDocument | null {
    this.#line += 1;
    if (this.#trailer !== null) throw new Error('there are lines after its end');
    const line = bytes.toString('utf8');
    try {
      const document = this.#header === null ? undefined : documentOf(line);
      if (document === undefined) {
        this.#other(JSON.parse(line));
        if (this.#trailer === null) this.#hash.update(bytes).update('\n');
        return null;
      }
      const of = this.#counts.at(-1);
      if (of === undefined) throw new Error('a document comes before the first collection');
      of.documents += 1;
      this.#hash.update(bytes).update('\n');
      return { of, document, size: bytes.length };
    } catch (cause) {
      const reason =
        this.#header === null ? 'it is not an Earshot export, or a newer version wrote it' : reasonOf(cause);
      throw new Error(`line ${this.#line}: ${reason}`, { cause });
    }
  }

  end(): ArchiveFacts {
    if (this.#header === null || this.#trailer === null) throw new Error('it is cut off');
    if (!isDeepStrictEqual(this.#trailer.collections, this.#counts))
      throw new Error('its document counts do not match');
    if (this.#trailer.sha256 !== this.#hash.digest('hex')) throw new Error('its checksum does not match');
    return { ...this.#trailer, exportedAt: this.#header.exportedAt };
  }

  #other(value: unknown): void {
    if (this.#header === null) {
      this.#header = header.parse(value);
      return;
    }
    const collection = collectionLine.safeParse(value);
    if (!collection.success) {
      this.#trailer = trailer.parse(value);
      return;
    }
    const { database, collection: name } = collection.data;
    if (this.#counts.some((one) => one.database === database && one.collection === name)) {
      throw new Error(`${database}.${name} occurs twice`);
    }
    this.#counts.push({ ...collection.data, documents: 0 });
  }
}
