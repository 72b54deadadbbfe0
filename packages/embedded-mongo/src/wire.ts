import { decodeCommand, type Doc, encode } from './bson.ts';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const KNOWN_REQUIRED_FLAGS = CHECKSUM_PRESENT | MORE_TO_COME;

/** MongoDB's maxMessageSizeBytes. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/**
 * Documents of an insert are stored as received, so they are not decoded. Other commands may use this name for other
 * fields.
 */
const INSERT = Buffer.from('insert\0');
const RAW_ARRAYS = ['documents'];

function decodeBody(body: Buffer): Doc {
  const inserts = body.subarray(5, 5 + INSERT.length).equals(INSERT);
  return decodeCommand(body, inserts ? RAW_ARRAYS : []);
}

/** One request of a client. */
export interface Message {
  readonly requestId: number;
  readonly legacy: boolean;
  readonly command: Doc;
  /** Document sequences (kind 1 sections) by name: updates, deletes, documents. */
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>;
  /** The client expects no reply. */
  readonly moreToCome: boolean;
}

/** Thrown for bytes that are not MongoDB's wire protocol. The server closes the connection. */
class ProtocolError extends Error {}

/** Splits a byte stream into messages. */
export function messageReader(): (chunk: Buffer) => Buffer[] {
  let chunks: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const complete: Buffer[] = [];
    while (size >= 4) {
      const first = joined(chunks, 4);
      const length = first.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new ProtocolError(`a message of ${length} bytes`);
      if (size < length) break;
      const all = joined(chunks, size);
      complete.push(all.subarray(0, length));
      chunks = size === length ? [] : [all.subarray(length)];
      size -= length;
    }
    return complete;
  };
}

function joined(chunks: Buffer[], atLeast: number): Buffer {
  const first = chunks[0];
  if (first !== undefined && first.length >= atLeast) return first;
  const all = Buffer.concat(chunks);
  chunks.splice(0, chunks.length, all);
  return all;
}

export function parseMessage(message: Buffer): Message {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return parseOpMsg(message, requestId);
  if (opCode === OP_QUERY) return parseOpQuery(message, requestId);
  throw new ProtocolError(`unsupported opcode ${opCode}`);
}

function parseOpMsg(message: Buffer, requestId: number): Message {
  const flags = message.readUInt32LE(HEADER_BYTES);
  if ((flags & 0xffff & ~KNOWN_REQUIRED_FLAGS) !== 0) throw new ProtocolError('unknown required flag bits');
  const end = message.length - ((flags & CHECKSUM_PRESENT) === 0 ? 0 : 4);
  const sequences = new Map<string, Uint8Array[]>();
  let command: Doc | undefined;
  let at = HEADER_BYTES + 4;
  while (at < end) {
    const kind = message.readUInt8(at);
    const length = message.readInt32LE(at + 1);
    if (length < 5 || at + 1 + length > end) throw new ProtocolError('a section passes the end of its message');
    const section = message.subarray(at + 1, at + 1 + length);
    if (kind === 0) command = decodeBody(section);
    else if (kind === 1) readSequence(section, sequences);
    else throw new ProtocolError(`unknown section kind ${kind}`);
    at += 1 + length;
  }
  if (command === undefined) throw new ProtocolError('a message without a body');
  return { requestId, legacy: false, command, sequences, moreToCome: (flags & MORE_TO_COME) !== 0 };
}

function readSequence(section: Buffer, into: Map<string, Uint8Array[]>): void {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new ProtocolError('a document sequence without a name');
  const documents: Uint8Array[] = [];
  let at = nameEnd + 1;
  while (at < section.length) {
    const length = at + 4 > section.length ? 0 : section.readInt32LE(at);
    if (length < 5 || at + length > section.length)
      throw new ProtocolError('a document passes the end of its sequence');
    documents.push(section.subarray(at, at + length));
    at += length;
  }
  into.set(section.toString('utf8', 4, nameEnd), documents);
}

function parseOpQuery(message: Buffer, requestId: number): Message {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0 || nameEnd + 13 > message.length) throw new ProtocolError('a query without a document');
  const db = message.toString('utf8', HEADER_BYTES + 4, nameEnd).split('.')[0] ?? '';
  const command = decodeCommand(message.subarray(nameEnd + 9), []);
  return { requestId, legacy: true, command: { ...command, $db: db }, sequences: new Map(), moreToCome: false };
}

/** Encodes a reply in the protocol of its request. */
export function frameReply(
  request: { requestId: number; legacy: boolean },
  reply: Uint8Array | Doc,
  ownId: number,
): Buffer {
  const body = reply instanceof Uint8Array ? reply : encode(reply);
  const preface = request.legacy ? 20 : 5;
  const message = Buffer.alloc(HEADER_BYTES + preface + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(ownId, 4);
  message.writeInt32LE(request.requestId, 8);
  message.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    message.writeInt32LE(8, 16);
    message.writeInt32LE(1, 32);
  }
  message.set(body, HEADER_BYTES + preface);
  return message;
}

/** Encodes the reply of find, getMore and aggregate. Copies stored documents without decoding them. */
export function cursorReply(
  part: 'firstBatch' | 'nextBatch',
  documents: readonly Uint8Array[],
  cursorId: bigint,
  namespace: string,
): Uint8Array {
  const name = Buffer.from(namespace);
  const items = documents.reduce((sum, document, i) => sum + 2 + String(i).length + document.length, 0);
  const array = 5 + items;
  const cursor = 5 + (part.length + 2) + array + 4 + 8 + 4 + 4 + name.length + 1;
  const reply = Buffer.alloc(5 + 8 + cursor + 4 + 8);
  let at = 0;
  const int = (value: number) => (at = reply.writeInt32LE(value, at));
  const field = (type: number, key: string) => {
    at = reply.writeUInt8(type, at);
    at += reply.write(key, at) + 1;
  };
  int(reply.length);
  field(BSON_DOCUMENT, 'cursor');
  int(cursor);
  field(BSON_ARRAY, part);
  int(array);
  for (const [i, document] of documents.entries()) {
    field(BSON_DOCUMENT, String(i));
    reply.set(document, at);
    at += document.length;
  }
  at += 1;
  field(BSON_LONG, 'id');
  at = reply.writeBigInt64LE(cursorId, at);
  field(BSON_STRING, 'ns');
  int(name.length + 1);
  reply.set(name, at);
  at += name.length + 1;
  at += 1;
  field(BSON_DOUBLE, 'ok');
  reply.writeDoubleLE(1, at);
  return reply;
}

const BSON_DOUBLE = 1;
const BSON_STRING = 2;
const BSON_DOCUMENT = 3;
const BSON_ARRAY = 4;
const BSON_LONG = 18;
