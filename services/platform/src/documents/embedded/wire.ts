import { decodeCommand, type Doc, encode } from './bson.ts';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const KNOWN_REQUIRED_FLAGS = CHECKSUM_PRESENT | MORE_TO_COME;

/** maxMessageSizeBytes, as MongoDB announces it. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** Fields whose documents are stored as they came, so they are not decoded with the command. */
const RAW_ARRAYS = ['documents'];

/** One request of a client. */
export interface Message {
  readonly requestId: number;
  readonly legacy: boolean;
  readonly command: Doc;
  /** Document sequences (section 1) by name: updates, deletes, documents. */
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>;
  /** The client waits for no answer. */
  readonly moreToCome: boolean;
}

/** A stream that is no MongoDB wire protocol; the connection is closed. */
export class ProtocolError extends Error {}

/** Cuts a byte stream into messages. */
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
    if (kind === 0) command = decodeCommand(section, RAW_ARRAYS);
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

/** Frames a reply in the protocol of its request. */
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

const CURSOR_END = Buffer.from([0]);

/** The reply of find, getMore and aggregate: stored bytes go out as they are. */
export function cursorReply(
  part: 'firstBatch' | 'nextBatch',
  documents: readonly Uint8Array[],
  cursorId: bigint,
  namespace: string,
): Uint8Array {
  const items = documents.flatMap((document, i) => [element(3, String(i)), document]);
  const id = Buffer.alloc(8);
  id.writeBigInt64LE(cursorId);
  const name = Buffer.from(`${namespace}\0`);
  const nameLength = Buffer.alloc(4);
  nameLength.writeInt32LE(name.length);
  const cursor = wrap([element(4, part), wrap(items), element(18, 'id'), id, element(2, 'ns'), nameLength, name]);
  const one = Buffer.alloc(8);
  one.writeDoubleLE(1);
  return wrap([element(3, 'cursor'), cursor, element(1, 'ok'), one]);
}

function element(type: number, name: string): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`)]);
}

function wrap(parts: readonly Uint8Array[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(parts.reduce((sum, part) => sum + part.length, 5));
  return Buffer.concat([length, ...parts, CURSOR_END]);
}
