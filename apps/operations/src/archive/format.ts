import { BSON, EJSON } from 'bson';
import { z } from 'zod';

/**
 * An archive is gzipped text with one JSON object per line. It starts with a header. Each collection follows as a line
 * with its name and one line per document, in MongoDB's canonical Extended JSON. The last line is a trailer with all
 * counts and the SHA-256 of every byte before it, so that truncated or changed files are detected.
 */
export const header = z.object({
  earshot: z.literal('export'),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  /** What belongs to the installation and is not in the file, for people who open it. */
  lacks: z.array(z.string()).default([]),
});
export const collectionLine = z.object({ database: z.string().min(1), collection: z.string().min(1) });
export const trailer = z.object({
  collections: z.array(collectionLine.extend({ documents: z.int().min(0) })),
  sha256: z.string(),
});
/** A document that Extended JSON cannot restore byte for byte, as BSON in base64. */
const bsonLine = z.object({ bson: z.base64() });

export type Header = z.infer<typeof header>;
export type CollectionName = z.infer<typeof collectionLine>;
export type Trailer = z.infer<typeof trailer>;

const documentPrefix = '{"document":';
/** Keeps the BSON types of numbers, binaries and regular expressions instead of converting them to JavaScript types. */
const exact = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** Formats a BSON document as a line of an archive. */
export function documentLine(bytes: Uint8Array): string {
  const text = EJSON.stringify(BSON.deserialize(bytes, exact), { relaxed: false });
  if (givesBack(text, bytes)) return `${documentPrefix}${text}}`;
  return JSON.stringify({ bson: Buffer.from(bytes).toString('base64') });
}

/** Parses the document of a line; undefined for lines of other kinds. Throws if the line is damaged. */
export function documentOf(line: string): BSON.Document | undefined {
  if (line.startsWith(documentPrefix)) return parsed(line.slice(documentPrefix.length, -1));
  if (!line.startsWith('{"bson":')) return undefined;
  return BSON.deserialize(Buffer.from(bsonLine.parse(JSON.parse(line)).bson, 'base64'), exact);
}

/** Checks that the text restores the same bytes. Field names that look like Extended JSON ("$date") do not. */
function givesBack(text: string, bytes: Uint8Array): boolean {
  try {
    return Buffer.compare(BSON.serialize(parsed(text)), bytes) === 0;
  } catch {
    return false;
  }
}

function parsed(text: string): BSON.Document {
  const value: unknown = EJSON.parse(text, { relaxed: false });
  if (!isDocument(value)) throw new Error('the line holds no document');
  return value;
}

function isDocument(value: unknown): value is BSON.Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('_bsontype' in value);
}
