import { describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { draftsCommand, reviewedDrafts } from '../src/drafts-command.ts';
import { faultsOf } from '../../../packages/drafting/src/checks.ts';
import { grammarLibrary } from '../src/review/grammar-library.ts';

const drafts = await reviewedDrafts();
const written = drafts.filter(({ declined }) => declined === null);

describe('the review set', () => {
  it('has 60 right and 30 wrong posts for 12 businesses', () => {
    expect(drafts.filter(({ isRight }) => isRight)).toHaveLength(60);
    expect(drafts).toHaveLength(90);
    expect(new Set(drafts.map(({ request }) => request.business.description)).size).toBe(12);
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(90);
  });

  it.each(written.map((draft) => [draft.id, draft] as const))('has a draft on "%s" that can be sent', (_id, draft) => {
    expect(faultsOf(draft.request, draft.message)).toEqual([]);
  });

  it('has no draft in which the grammar library finds a fault of ours', async () => {
    const library = await grammarLibrary();
    // The owner's own sentences have these.
    const theirs = /mass noun|far paws/;
    expect(drafts.flatMap(({ remarks }) => remarks).filter((remark) => !theirs.test(remark))).toEqual([]);
    expect(await library.check('I am with Tallow and he dont has a idea.')).not.toEqual([]);
  });
});

it('is written by the command as a sheet that does not tell which posts are right, and a key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drafts-'));
  try {
    const out = new PassThrough({ encoding: 'utf8' });
    const [sheet, key] = [join(folder, 'sheet.md'), join(folder, 'key.json')];
    expect(await draftsCommand([sheet, key], out)).toBe(0);
    const text = await readFile(sheet, 'utf8');
    expect(text).toContain('## 90');
    expect(text).not.toMatch(/espresso-\d/);
    expect(await readFile(key, 'utf8')).toContain('espresso-01');
    expect(out.read()).toMatch(/^The sheet is in .* right posts, \d+ of 30 wrong ones/);
    expect(await draftsCommand([], out)).toBe(2);
    expect(out.read()).toContain('usage: npm run drafts');
  } finally {
    await rm(folder, { recursive: true });
  }
});
