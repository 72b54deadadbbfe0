import { expect } from '@jest/globals';
import { type Case, testCase } from './key-value-case.ts';

const ttlMs = 60_000;
const start = 1_700_000_000_000_000;
const log = { after: start, notBefore: 0, start, keep: 3, ttlMs };
const entry = (id: string) => ({ id, text: `text of ${id} with ünicode` });
const textsOf = (...ids: readonly string[]) => ids.map((id) => entry(id).text);

/** The part of the contract about logs. */
export const logCases: Case[] = [
  testCase('a log numbers its entries for all clients, and ignores copies', async ({ kv, other }) => {
    expect(await kv.append('l', [], { ...log, after: undefined })).toEqual({ last: start, texts: [] });
    expect(await kv.append('l', [entry('a'), entry('b')], log)).toEqual({
      last: start + 2,
      texts: textsOf('a', 'b'),
    });
    const second = await other.append('l', [entry('b'), entry('c'), entry('a')], { ...log, after: start + 1 });
    expect(second).toEqual({ last: start + 3, texts: textsOf('b', 'c') });
    expect(await kv.append('l', [], { ...log, after: start + 3 })).toEqual({ last: start + 3, texts: [] });
    expect(await kv.append('l', [], { ...log, after: start + 9 })).toEqual({ last: start + 3, texts: [] });
    expect(await kv.append('l', [], { ...log, after: undefined })).toEqual({ last: start + 3, texts: [] });
    expect(await kv.append('another', [entry('a')], log)).toEqual({ last: start + 1, texts: textsOf('a') });
  }),
  testCase('clients that append at the same time get one order', async ({ kv, other }) => {
    const ids = Array.from({ length: 20 }, (_, n) => `${n}`);
    const wide = { ...log, keep: 100 };
    await Promise.all([
      ...ids.map((id) => kv.append('l', [entry(id)], wide)),
      ...ids.toReversed().map((id) => other.append('l', [entry(id)], wide)),
    ]);
    const [mine, theirs] = [await kv.append('l', [], wide), await other.append('l', [], wide)];
    expect(mine).toEqual(theirs);
    expect(mine.last).toBe(start + ids.length);
    expect(mine.texts.toSorted()).toEqual(textsOf(...ids).toSorted());
  }),
  testCase('a log keeps its newest entries, and the ids of some more', async ({ kv }) => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await kv.append('l', [entry(id)], log);
    expect(await kv.append('l', [entry('a')], log)).toEqual({ last: start + 5, texts: textsOf('c', 'd', 'e') });
    expect(await kv.append('l', [entry('f'), entry('g'), entry('h'), entry('i')], log)).toEqual({
      last: start + 9,
      texts: textsOf('g', 'h', 'i'),
    });
  }),
  testCase('the entries of a log expire before its last number', async ({ kv, pass }) => {
    await kv.append('l', [entry('a'), entry('b')], log);
    await pass(ttlMs * 1.25);
    expect(await kv.append('l', [], log)).toEqual({ last: start + 2, texts: [] });
    expect(await kv.append('l', [entry('a'), entry('c')], log)).toEqual({ last: start + 3, texts: textsOf('c') });
  }),
  testCase('a log that is too old starts again, without entries', async ({ kv }) => {
    await kv.append('l', [entry('a'), entry('b')], log);
    const later = { ...log, notBefore: start + 10, start: start + 20 };
    expect(await kv.append('l', [entry('c')], later)).toEqual({ last: start + 21, texts: textsOf('c') });
    expect(await kv.append('l', [entry('d')], { ...later, start: start + 30 })).toEqual({
      last: start + 22,
      texts: textsOf('c', 'd'),
    });
  }),
];
