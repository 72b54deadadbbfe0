import { BSON, EJSON } from 'bson';
import { z } from 'zod';

/**
 * An archive is gzipped text, one JSON object a line: a header; then for each collection a line that names it and one
 * line a document, in MongoDB's canonical Extended JSON; last a trailer with all counts and the SHA-256 of every byte
 * before it. A cut or changed file is therefore told from a whole one.
 */
export const header = z.object({ earshot: z.literal('export'), version: z.literal(1), exportedAt: z.iso.datetime() });
export const collectionLine = z.object({ database: z.string().min(1), collection: z.string().min(1) });
export const trailer = z.object({
  collections: z.array(collectionLine.extend({ documents: z.int().min(0) })),
  sha256: z.string(),
});
/** A document that Extended JSON cannot give back byte for byte, as BSON in base64. */
const bsonLine = z.object({ bson: z.base64() });

export type Header = z.infer<typeof header>;
export type CollectionName = z.infer<typeof collectionLine>;
export type Trailer = z.infer<typeof trailer>;

const documentPrefix = '{"document":';
/** Numbers, binaries and expressions stay what they are: no type is changed by the way through JavaScript. */
const exact = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** The line of one document, given as BSON. */
export function documentLine(bytes: Uint8Array): string {
  const text = EJSON.stringify(BSON.deserialize(bytes, exact), { relaxed: false });
  if (givesBack(text, bytes)) return `${documentPrefix}${text}}`;
  return JSON.stringify({ bson: Buffer.from(bytes).toString('base64') });
}

/** The document of a line; undefined when the line is of another kind. Throws on a line that is damaged. */
export function documentOf(line: string): BSON.Document | undefined {
  if (line.startsWith(documentPrefix)) return parsed(line.slice(documentPrefix.length, -1));
  if (!line.startsWith('{"bson":')) return undefined;
  return BSON.deserialize(Buffer.from(bsonLine.parse(JSON.parse(line)).bson, 'base64'), exact);
}

/** Not so where field names look like Extended JSON's own ("$date"). */
function givesBack(text: string, bytes: Uint8Array): boolean {
  try {
    return Buffer.compare(BSON.serialize(parsed(text)), bytes) === 0;
  } catch {
    return false;
  }
}

function parsed(text: string): BSON.Document {
  const value: unknown = EJSON.parse(text, { relaxed: false });
  if (!isDocument(value)) throw new Error('no document');
  return value;
}

function isDocument(value: unknown): value is BSON.Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('_bsontype' in value);
}
