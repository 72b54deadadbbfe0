import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deserialize, type Document } from 'bson';
import { type EmbeddedDocuments, startEmbeddedDocuments } from '../src/index.ts';
import { message, MORE_TO_COME, sequence } from './raw-messages.ts';

let folder = '';
let server: EmbeddedDocuments;
let socket: Socket;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-'));
  server = await startEmbeddedDocuments({ folder });
  socket = connect(decodeURIComponent(new URL(server.uri).hostname));
});

afterEach(async () => {
  socket.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the next replies in the order of arrival, each with the id of its request. */
async function replies(count: number): Promise<{ to: number; body: Document }[]> {
  const found: { to: number; body: Document }[] = [];
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
      const length = bytes.readInt32LE(0);
      found.push({ to: bytes.readInt32LE(8), body: deserialize(bytes.subarray(21, length)) });
      bytes = bytes.subarray(length);
    }
    if (found.length >= count) break;
  }
  return found;
}

describe('OP_MSG on the socket', () => {
  it('accepts documents and statements in separate sections', async () => {
    socket.write(message(1, { insert: 'c' }, [sequence('documents', [{ _id: 1 }, { _id: 2 }, { _id: 1 }])]));
    const [inserted] = await replies(1);
    expect(inserted?.body).toMatchObject({
      n: 2,
      ok: 1,
      writeErrors: [{ index: 2, code: 11000, keyPattern: { _id: 1 } }],
    });
    socket.write(message(2, { update: 'c' }, [sequence('updates', [{ q: { _id: 1 }, u: { $set: { a: 1 } } }])]));
    socket.write(message(3, { delete: 'c' }, [sequence('deletes', [{ q: { _id: 2 }, limit: 1 }])]));
    socket.write(message(4, { find: 'c' }));
    const answers = await replies(3);
    expect(answers.map(({ to }) => to)).toEqual([2, 3, 4]);
    expect(answers[2]?.body).toMatchObject({ cursor: { firstBatch: [{ _id: 1, a: 1 }], ns: 'wire.c' } });
  });

  it('runs a message with moreToCome without replying', async () => {
    socket.write(message(1, { insert: 'c', documents: [{ _id: 1 }] }, [], MORE_TO_COME));
    socket.write(message(2, { count: 'c' }));
    expect(await replies(1)).toEqual([{ to: 2, body: { n: 1, ok: 1 } }]);
  });

  it('accepts several messages in one chunk and replies to each in order', async () => {
    const pieces = Array.from({ length: 50 }, (_, i) => message(i + 1, { insert: 'c', documents: [{ _id: i }] }));
    socket.write(Buffer.concat(pieces));
    const answers = await replies(50);
    expect(answers.map(({ to }) => to)).toEqual(pieces.map((_, i) => i + 1));
    expect(answers.every(({ body }) => body['ok'] === 1)).toBe(true);
  });

  it('treats the name "documents" specially only in an insert', async () => {
    const documents = [{ a: 1 }, { documents: [{ b: 2 }] }];
    socket.write(message(1, { insert: 'c', documents: [{ _id: 1, documents }] }));
    socket.write(message(2, { update: 'c', updates: [{ q: { documents }, u: { $set: { more: { documents } } } }] }));
    socket.write(message(3, { find: 'c' }));
    expect((await replies(3))[2]?.body).toMatchObject({
      cursor: { firstBatch: [{ _id: 1, documents, more: { documents } }] },
    });
  });

  it('names an unknown command', async () => {
    socket.write(message(1, { frobnicate: 1 }));
    expect((await replies(1))[0]?.body).toMatchObject({
      ok: 0,
      code: 59,
      codeName: 'CommandNotFound',
      errmsg: "no such command: 'frobnicate'",
    });
  });
});
