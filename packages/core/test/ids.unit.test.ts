import { expect, it } from '@jest/globals';
import { newId } from '../src/ids.ts';

it('sorts in order of creation, even within a millisecond and when the clock steps back', () => {
  const ids = [...Array.from({ length: 10_000 }, () => newId(1_000)), newId(999), newId(1_001)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it('is a UUID of version 7 that contains its time', () => {
  const id = newId(Date.UTC(2030, 0, 1));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2030, 0, 1));
});
