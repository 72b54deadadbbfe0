import { expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { documentsAway } from '../src/documents/documents-away.ts';

const { MongoNetworkError, MongoServerError } = mongoose.mongo;
const duplicate = new MongoServerError({ code: 11000, message: 'duplicate key' });

it('a call that failed because the database is unavailable is distinguished from other failures', () => {
  expect(documentsAway(new MongoNetworkError('connection closed'))).toBe(true);
  expect(documentsAway(new MongoServerError({ code: 11600, message: 'interrupted at shutdown' }))).toBe(true);
  expect(documentsAway(duplicate)).toBe(false);
  expect(documentsAway(new Error('connection closed'))).toBe(false);
});

it('a bulk write is classified by the error that made it fail', () => {
  const bulk = (errorResponse: Error) => ({ name: 'MongoBulkWriteError', message: 'interrupted', errorResponse });
  expect(documentsAway(bulk(new MongoNetworkError('interrupted')))).toBe(true);
  expect(documentsAway(bulk(duplicate))).toBe(false);
});

it('a write to a socket that the server has closed is known, and a refused connection of something else is not', async () => {
  const server = createServer((socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const socket = connect({ port, host: '127.0.0.1' }).resume();
  await once(socket, 'close');
  const failed = new Promise((resolve) => socket.write('a command', resolve));
  expect(documentsAway(await failed)).toBe(true);
  server.close();
  await once(server, 'close');
  const refused = new Promise((resolve) => connect({ port, host: '127.0.0.1' }).once('error', resolve));
  expect(documentsAway(await refused)).toBe(false);
});
