import { expect } from '@jest/globals';
import type { Document } from 'mongodb';
import { type Case, refusal, testCase, type Topic } from './world.ts';

type Row = readonly [name: string, projection: Document, wanted: Document];

const DOC = {
  _id: 1,
  a: 1,
  b: { c: 2, d: { e: 3, f: 4 } },
  list: [
    { k: 'x', n: 1 },
    { k: 'y', n: 2 },
  ],
  tags: ['p', 'q', 'r'],
};

const ROWS: readonly Row[] = [
  ['chosen fields and _id', { a: 1 }, { _id: 1, a: 1 }],
  ['chosen fields without _id', { a: true, _id: 0 }, { a: 1 }],
  ['only _id', { _id: 1 }, { _id: 1 }],
  ['all fields except excluded ones', { b: 0, list: 0 }, { _id: 1, a: 1, tags: ['p', 'q', 'r'] }],
  ['a field of a document', { 'b.d.e': 1 }, { _id: 1, b: { d: { e: 3 } } }],
  ['a field as a nested projection', { b: { d: { f: 1 } } }, { _id: 1, b: { d: { f: 4 } } }],
  ['a document without a field', { 'b.d': 0, list: 0, tags: 0 }, { _id: 1, a: 1, b: { c: 2 } }],
  ['a field of documents in an array', { 'list.k': 1 }, { _id: 1, list: [{ k: 'x' }, { k: 'y' }] }],
  [
    'documents in an array without a field',
    { 'list.k': 0, a: 0, b: 0, tags: 0 },
    { _id: 1, list: [{ n: 1 }, { n: 2 }] },
  ],
  ['no value for a missing field', { z: 1 }, { _id: 1 }],
  ['an expression', { most: { $max: ['$a', '$b.c'] } }, { _id: 1, most: 2 }],
  ['another field under a new name', { other: '$b.c', _id: 0 }, { other: 2 }],
  ['a literal', { one: { $literal: 1 }, a: 1 }, { _id: 1, a: 1, one: 1 }],
  ['everything of an empty projection', {}, DOC],
];

const projections: Case[] = ROWS.map(([name, projection, wanted]) =>
  testCase(`find returns ${name}`, async (world) => {
    const collection = await world.collection([DOC]);
    expect(await collection.find({}, { projection }).toArray()).toEqual([wanted]);
  }),
);

const others: Case[] = [
  testCase('fields come in the order of the document, not of the projection', async (world) => {
    const collection = await world.collection([DOC]);
    const found = await collection.findOne({}, { projection: { tags: 1, a: 1, _id: 1 } });
    expect(Object.keys(found ?? {})).toEqual(['_id', 'a', 'tags']);
  }),
  testCase('a mix of inclusion and exclusion is refused', async (world) => {
    const collection = await world.collection([DOC]);
    await refusal(collection.find({}, { projection: { a: 1, b: 0 } }).toArray());
  }),
  testCase('an unknown expression in a projection is refused by name', async (world) => {
    const collection = await world.collection([DOC]);
    const work = collection.find({}, { projection: { x: { $sumUp: ['$a'] } } }).toArray();
    expect((await refusal(work)).message).toMatch(/\$sumUp/);
  }),
];

export const projectionTopics: readonly Topic[] = [{ topic: 'projections', cases: [...projections, ...others] }];
