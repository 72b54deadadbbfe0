import { type Document, serialize } from 'bson';

export const MORE_TO_COME = 2;

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

/** A section of documents: kind 1 of OP_MSG. */
export function sequence(name: string, documents: readonly Document[]): Buffer {
  const body = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((document) => serialize(document))]);
  return Buffer.concat([Buffer.from([1]), int32(body.length + 4), body]);
}

/** An OP_MSG for the database `wire`. */
export function message(requestId: number, command: Document, sections: readonly Buffer[] = [], flags = 0): Buffer {
  const body = Buffer.concat([int32(flags), Buffer.from([0]), serialize({ ...command, $db: 'wire' }), ...sections]);
  return framed(requestId, 2013, body);
}

/** An OP_QUERY, which old drivers use to greet. */
export function legacyQuery(requestId: number, command: Document): Buffer {
  const head = Buffer.concat([int32(0), Buffer.from('admin.$cmd\0'), int32(0), int32(-1)]);
  return framed(requestId, 2004, Buffer.concat([head, serialize(command)]));
}

function framed(requestId: number, opCode: number, body: Buffer): Buffer {
  return Buffer.concat([int32(body.length + 16), int32(requestId), int32(0), int32(opCode), body]);
}
