import { expect } from '@jest/globals';
import { Decimal128 } from 'mongodb';
import { refusal } from './world.ts';
import type { Case, Topic } from './world.ts';

const EXPRESSIONS: readonly (readonly [name: string, expression: unknown, wanted: unknown])[] = [
  ['$cond', { $cond: { if: { $lt: ['$n', 5] }, then: 'low', else: 'high' } }, 'low'],
  ['$switch', { $switch: { branches: [{ case: { $eq: ['$s', 'x'] }, then: 1 }], default: 2 } }, 2],
  ['$ifNull', { $ifNull: ['$missing', '$nil', 'else'] }, 'else'],
  ['$and, $or, $not', { $and: [{ $or: [false, { $eq: ['$n', 4] }] }, { $not: ['$missing'] }] }, true],
  ['$in', { $in: [2, '$list'] }, true],
  ['$size', { $size: '$list' }, 3],
  ['$filter', { $filter: { input: '$list', cond: { $gte: ['$$this', 2] } } }, [2, 3]],
  ['$map', { $map: { input: '$list', as: 'x', in: { $multiply: ['$$x', 10] } } }, [10, 20, 30]],
  ['$reduce', { $reduce: { input: '$list', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
  ['$arrayElemAt', { $arrayElemAt: ['$list', -1] }, 3],
  ['$slice', { $slice: ['$list', 1, 2] }, [2, 3]],
  ['$concatArrays', { $concatArrays: ['$list', [9]] }, [1, 2, 3, 9]],
  ['$setUnion of one', { $size: { $setUnion: ['$list', [1, 7]] } }, 4],
  ['$concat, $toUpper, $toLower', { $concat: [{ $toUpper: '$s' }, '-', { $toLower: 'ABC' }] }, 'TEXT-abc'],
  ['$concat with null is null', { $concat: ['$s', '$missing'] }, null],
  ['$substrCP and $strLenCP', { $concat: [{ $substrCP: ['$s', 1, 2] }, { $toString: { $strLenCP: '$s' } }] }, 'ex4'],
  ['$split', { $split: ['a,b,c', ','] }, ['a', 'b', 'c']],
  ['$trim', { $trim: { input: '  a ' } }, 'a'],
  ['$regexMatch', { $regexMatch: { input: '$s', regex: '^T', options: 'i' } }, true],
  ['$add and $subtract of dates', { $subtract: [{ $add: ['$at', 1000] }, '$at'] }, 1000],
  ['$divide and $mod', { $add: [{ $divide: ['$n', 8] }, { $mod: ['$n', 3] }] }, 1.5],
  [
    '$round, $floor, $ceil, $abs',
    [{ $round: [2.345, 1] }, { $floor: 2.7 }, { $ceil: 2.1 }, { $abs: -3 }],
    [2.3, 2, 3, 3],
  ],
  ['$round of a half is to even', [{ $round: [2.5] }, { $round: [3.5] }], [2, 4]],
  ['$max and $min of a list', [{ $max: '$list' }, { $min: ['$n', 9] }], [3, 4]],
  ['$sum and $avg of a list', [{ $sum: '$list' }, { $avg: '$list' }], [6, 2]],
  ['$cmp', { $cmp: ['$n', 'text'] }, -1],
  ['$type', [{ $type: '$missing' }, { $type: '$n' }, { $type: '$s' }], ['missing', 'int', 'string']],
  ['$toInt and $toDouble', [{ $toInt: '12' }, { $toDouble: '1.5' }], [12, 1.5]],
  [
    '$toDate and $dateToString',
    { $dateToString: { date: { $toDate: '2026-03-01T10:00:00Z' }, format: '%Y-%m-%d' } },
    '2026-03-01',
  ],
  [
    '$dateToString in a zone',
    { $dateToString: { date: '$at', format: '%Y-%m-%dT%H:%M', timezone: 'America/New_York' } },
    '2026-02-28T23:30',
  ],
  [
    '$year, $month, $dayOfMonth, $hour',
    [{ $year: '$at' }, { $month: '$at' }, { $dayOfMonth: '$at' }, { $hour: '$at' }],
    [2026, 3, 1, 4],
  ],
  [
    '$dateAdd and $dateDiff',
    {
      $dateDiff: { startDate: '$at', endDate: { $dateAdd: { startDate: '$at', unit: 'day', amount: 3 } }, unit: 'day' },
    },
    3,
  ],
  ['$mergeObjects', { $mergeObjects: ['$o', { y: 9 }] }, { x: 1, y: 9 }],
  [
    '$objectToArray',
    { $objectToArray: '$o' },
    [
      { k: 'x', v: 1 },
      { k: 'y', v: 2 },
    ],
  ],
  ['$arrayToObject', { $arrayToObject: [[{ k: 'p', v: 1 }]] }, { p: 1 }],
  ['$getField', { $getField: { field: 'x', input: '$o' } }, 1],
  ['$let', { $let: { vars: { k: { $add: ['$n', 1] } }, in: { $multiply: ['$$k', 2] } } }, 10],
  ['$literal', { $literal: '$n' }, '$n'],
  ['$range', { $range: [0, 6, 2] }, [0, 2, 4]],
  [
    '$zip',
    {
      $zip: {
        inputs: [
          [1, 2],
          ['a', 'b'],
        ],
      },
    },
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  ['$sortArray', { $sortArray: { input: [3, 1, 2], sortBy: -1 } }, [3, 2, 1]],
  ['$first and $last of a list', [{ $first: '$list' }, { $last: '$list' }], [1, 3]],
  ['$indexOfArray', { $indexOfArray: ['$list', 3] }, 2],
  ['$isArray and $isNumber', [{ $isArray: '$list' }, { $isNumber: '$s' }], [true, false]],
  ['$anyElementTrue', { $anyElementTrue: [[false, 1]] }, true],
  ['a path through an array', '$docs.v', [1, 2]],
  ['a path through an array ignores elements that are not documents', '$mixed.v', [1]],
];

const expressions: Case[] = EXPRESSIONS.map(([name, expression, wanted]) => ({
  name: `expression ${name}`,
  async run(world) {
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
  },
}));

const exact: Case[] = [
  {
    name: '$sum of decimals is exact',
    async run(world) {
      const docs = ['0.1', '0.2'].map((text, _id) => ({ _id, v: Decimal128.fromString(text) }));
      const collection = await world.collection(docs);
      const [found] = await collection.aggregate([{ $group: { _id: null, sum: { $sum: '$v' } } }]).toArray();
      expect(String(found?.['sum'])).toBe('0.3');
    },
  },
  ...['$sumUp', '$wherever'].map((name): Case => ({
    name: `an unknown stage ${name} is refused by name`,
    async run(world) {
      const collection = await world.collection([{ _id: 1 }]);
      expect((await refusal(collection.aggregate([{ [name]: {} }]).toArray())).message).toContain(name);
    },
  })),
  ...[{ $group: { _id: null, x: { $middle: '$n' } } }, { $project: { x: { $middle: '$n' } } }].map((stage): Case => ({
    name: `an unknown operator in ${Object.keys(stage)[0]} is refused by name`,
    async run(world) {
      const collection = await world.collection([{ _id: 1 }]);
      expect((await refusal(collection.aggregate([stage]).toArray())).message).toContain('$middle');
    },
  })),
];

export const expressionTopics: readonly Topic[] = [{ topic: 'expressions', cases: [...expressions, ...exact] }];
