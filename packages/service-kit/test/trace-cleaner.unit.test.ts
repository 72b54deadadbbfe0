import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@earshot/core';
import { traceCleaner } from '../src/embedded/trace-cleaner.ts';

let folder: string;
let cleaned: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-traces-'));
  cleaned = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const log = createLogger({ name: 'test', level: 'silent' });
const open = (clear = () => void (cleaned += 1)) => traceCleaner({ folder, clear, log });
const isMarked = () => existsSync(join(folder, 'traces-to-clear'));

it('clears once for several requests, and nothing without one', () => {
  open().stop();
  expect(cleaned).toBe(0);
  const cleaner = open();
  cleaner.request();
  cleaner.request();
  expect([cleaned, isMarked()]).toEqual([0, true]);
  cleaner.stop();
  cleaner.stop();
  expect([cleaned, isMarked()]).toEqual([1, false]);
});

it('repeats after a crash, and after it failed', () => {
  // This process ends before it cleans.
  open().request();
  const failing = open(() => {
    throw new Error('the disk is full');
  });
  failing.stop();
  expect(isMarked()).toBe(true);
  open().stop();
  expect([cleaned, isMarked()]).toEqual([1, false]);
});
