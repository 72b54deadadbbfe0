import { expect } from '@jest/globals';
import { type Case, refusal, testCase, type Topic } from './world.ts';

const EXPRESSIONS: readonly (readonly [name: string, expression: unknown, wanted: unknown])[] = [
  ['$cond', { $cond: { if: { $lt: ['$n', 5] }, then: 'low', else: 'high' } }, 'low'],
  ['$ifNull', { $ifNull: ['$missing', '$nil', 'else'] }, 'else'],
  ['$and, $or, $not', { $and: [{ $or: [false, { $eq: ['$n', 4] }] }, { $not: ['$missing'] }] }, true],
  ['$in', { $in: [2, '$list'] }, true],
  ['$filter', { $filter: { input: '$list', cond: { $gte: ['$$this', 2] } } }, [2, 3]],
  ['$concatArrays', { $concatArrays: ['$list', [9]] }, [1, 2, 3, 9]],
  ['$setUnion', { $in: [7, { $setUnion: ['$list', [1, 7]] }] }, true],
  ['$setUnion holds equal values once', { $setUnion: [[4], [4]] }, [4]],
  ['$isArray', [{ $isArray: '$list' }, { $isArray: '$s' }], [true, false]],
  ['$max and $min of a list', [{ $max: '$list' }, { $min: ['$n', 9] }], [3, 4]],
  ['$literal', { $literal: '$n' }, '$n'],
  ['a path through an array', '$docs.v', [1, 2]],
  ['a path through an array ignores elements that are not documents', '$mixed.v', [1]],
];

const expressions: Case[] = EXPRESSIONS.map(([name, expression, wanted]) =>
  testCase(`expression ${name}`, async (world) => {
    const doc = {
      n: 4,
      s: 'text',
      nil: null,
      list: [1, 2, 3],
      o: { x: 1, y: 2 },
      docs: [{ v: 1 }, { v: 2 }],
      mixed: [7, { v: 1 }, [{ v: 2 }], { w: 3 }],
      at: new Date('2026-03-01T04:30:00Z'),
    };
    const collection = await world.collection([{ _id: 1, ...doc }]);
    const [found] = await collection.aggregate([{ $project: { _id: 0, value: expression } }]).toArray();
    expect(found).toEqual({ value: wanted });
  }),
);

const exact: Case[] = [
  ...['$sumUp', '$wherever'].map((name): Case =>
    testCase(`an unknown stage ${name} is refused by name`, async (world) => {
      const collection = await world.collection([{ _id: 1 }]);
      expect((await refusal(collection.aggregate([{ [name]: {} }]).toArray())).message).toContain(name);
    }),
  ),
  ...[{ $group: { _id: null, x: { $middle: '$n' } } }, { $project: { x: { $middle: '$n' } } }].map((stage): Case =>
    testCase(`an unknown operator in ${Object.keys(stage)[0]} is refused by name`, async (world) => {
      const collection = await world.collection([{ _id: 1 }]);
      expect((await refusal(collection.aggregate([stage]).toArray())).message).toContain('$middle');
    }),
  ),
];

export const expressionTopics: readonly Topic[] = [{ topic: 'expressions', cases: [...expressions, ...exact] }];
