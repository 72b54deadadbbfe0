import { expect, it } from '@jest/globals';
import mongoose from 'mongoose';
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
