import { expect, it } from '@jest/globals';
import { startUpDelay } from '../src/app/start-up-delay.ts';

it('the start-up screen is shown for 100 ms, counted from its first paint', () => {
  expect(startUpDelay(250, undefined)).toBe(100);
  expect(startUpDelay(250, 250)).toBe(100);
  expect(startUpDelay(250, 220)).toBe(70);
  expect(startUpDelay(2_000, 150)).toBe(0);
});
