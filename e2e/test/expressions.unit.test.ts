import { threadMs } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import { expressions } from '../src/expressions/collect.ts';
import { worstTexts } from '../src/expressions/worst-texts.ts';

/** Longer than any text that an expression reads in one piece. */
const length = 8_000;
/** A linear search takes less than 5 ms; one with a square of the length takes more than 40 ms. */
const longestMs = 20;

it('no regular expression of the server code takes long on any text', async () => {
  const all = await expressions();
  // Literals and composed expressions are found, so that a new one cannot be forgotten.
  expect(all.length).toBeGreaterThan(600);
  expect(all.map(({ regex }) => regex.source)).toContainEqual(expect.stringContaining('ignor|olvid|omit'));
  const slow = all.flatMap(({ file, regex }) => {
    const text = worstTexts(regex, length).find((one) => isSlow(regex, one));
    return text === undefined ? [] : [{ file, regex: regex.source, text: text.slice(0, 40) }];
  });
  expect(slow).toEqual([]);
});

/** A collection of garbage may interrupt one search, but not each of several. */
function isSlow(regex: RegExp, text: string): boolean {
  return Array.from({ length: 5 }).every(() => searchMs(regex, text) > longestMs);
}

function searchMs(regex: RegExp, text: string): number {
  const start = threadMs();
  text.replace(regex, '');
  return threadMs() - start;
}
