import { expect, it } from '@jest/globals';
import { recentIds } from '../src/recent-ids.ts';

it('remembers at least as many of the last ids as asked for, and at most twice as many', () => {
  const ids = recentIds(3);
  const known = () => ['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter((id) => ids.has(id)).join('');
  const after = ['a', 'b', 'c', 'd', 'd', 'e', 'f', 'g'].map((id) => {
    ids.add(id);
    return known();
  });
  expect(after).toEqual(['a', 'ab', 'abc', 'abcd', 'abcd', 'abcde', 'def', 'defg']);
});
