import { expect, it } from '@jest/globals';
import { freshIds } from '../src/fresh-ids.ts';

it('remembers an id for the given time after it was last added, or until it is deleted', () => {
  let now = 0;
  const ids = freshIds(100, () => now);
  const at = (ms: number) => {
    now = ms;
    return ['a', 'b', 'c'].filter((id) => ids.has(id)).join('');
  };
  ids.add('a');
  ids.add('b');
  expect(at(99)).toBe('ab');
  ids.add('b');
  expect(at(100)).toBe('b');
  ids.add('c');
  ids.delete('c');
  expect(at(198)).toBe('b');
  expect(at(199)).toBe('');
});
