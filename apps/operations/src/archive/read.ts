import type { BSON } from 'bson';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { codeOf, reasonOf } from '../faults.ts';
import type { CollectionName, Header, Trailer } from './format.ts';
import { collectionLine, documentOf, header, trailer } from './format.ts';
import { linesOf } from './lines.ts';

/** One document on its way out of an archive. */
export interface ArchivedDocument {
  readonly of: CollectionName;
  readonly document: BSON.Document;
  /** Bytes of its line: what it takes in memory, roughly. */
  readonly size: number;
}

export interface ArchiveFacts extends Trailer {
  readonly exportedAt: string;
}

/** Reads the whole file once and keeps none of it. Throws an Error that says what is wrong with it. */
export async function checkArchive(file: string): Promise<ArchiveFacts> {
  const reading = readArchive(file);
  for (;;) {
    const { done, value } = await reading.next();
    if (done === true) return value;
  }
}

/**
 * The documents in the order of the file; returns what header and trailer say. Only after the last one is it known
 * that the file is whole: run `checkArchive` before anything is done with them.
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
    throw new Error(`${file} cannot be imported: ${explained(cause)}. Nothing of it can be trusted`, { cause });
  }
}

function explained(cause: unknown): string {
  const reason = reasonOf(cause);
  if (reason.includes('unexpected end of file')) return 'it is cut off';
  return reason.includes('incorrect header check') ? 'it is not gzipped' : reason;
}

/** What the lines so far have said. */
class Reading {
  readonly #hash = createHash('sha256');
  readonly #counts: Trailer['collections'] = [];
  #header: Header | null = null;
  #trailer: Trailer | null = null;
  #line = 0;

  /** The document of the line, if it is one. Throws on a line that cannot stand there. */
  take(bytes: Buffer): ArchivedDocument | null {
    this.#line += 1;
    if (this.#trailer !== null) throw new Error('something follows its end');
    const line = bytes.toString('utf8');
    try {
      const document = this.#header === null ? undefined : documentOf(line);
      if (document === undefined) {
        this.#other(JSON.parse(line));
        if (this.#trailer === null) this.#hash.update(bytes).update('\n');
        return null;
      }
      const of = this.#counts.at(-1);
      if (of === undefined) throw new Error('a document of no collection');
      of.documents += 1;
      this.#hash.update(bytes).update('\n');
      return { of, document, size: bytes.length };
    } catch (cause) {
      const reason = this.#header === null ? 'it is no export of Earshot, or of a newer one' : reasonOf(cause);
      throw new Error(`line ${this.#line}: ${reason}`, { cause });
    }
  }

  end(): ArchiveFacts {
    if (this.#header === null || this.#trailer === null) throw new Error('it is cut off');
    if (!isDeepStrictEqual(this.#trailer.collections, this.#counts)) throw new Error('its counts do not fit');
    if (this.#trailer.sha256 !== this.#hash.digest('hex')) throw new Error('its checksum does not fit');
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
      throw new Error(`${database}.${name} comes twice`);
    }
    this.#counts.push({ ...collection.data, documents: 0 });
  }
}
