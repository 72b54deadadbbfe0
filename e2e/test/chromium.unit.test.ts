import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../scripts/chromium.mjs';
import { openBrowser } from '../src/browser.ts';

describe('the Chromium of browser tests', () => {
  let folder: string;
  const before = { PATH: process.env['PATH'], CHROMIUM: process.env['CHROMIUM'] };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-chromium-'));
    await writeFile(join(folder, 'chromium'), '#!/bin/sh\n', { mode: 0o755 });
  });

  afterAll(async () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(folder, { recursive: true });
  });

  it('is found on the path where CHROMIUM is unset', () => {
    expect(findChromium({ PATH: folder })).toBe(join(folder, 'chromium'));
  });

  it('is the one that CHROMIUM names, and no other if that is missing', () => {
    expect(findChromium({ PATH: '', CHROMIUM: join(folder, 'chromium') })).toBe(join(folder, 'chromium'));
    expect(findChromium({ PATH: folder, CHROMIUM: join(folder, 'missing') })).toBeUndefined();
  });

  it('fails at once and names the fix if there is none', async () => {
    process.env['CHROMIUM'] = join(folder, 'missing');
    await expect(openBrowser()).rejects.toThrow('set CHROMIUM=/path/to/chromium');
  });
});
