import { describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { draftsCommand } from '../src/drafts-command.ts';
import { faultsOf } from '@earshot/drafting';
import { writeKeyless } from '@earshot/drafting';
import { languageOf } from '@earshot/drafting';
import { grammarLibrary } from '../src/review/grammar-library.ts';
import { borrowedPosts, ownItems } from '../src/review/review-set.ts';
import { csvSheet, markdownSheet } from '../src/review/sheet.ts';

const drafts = ownItems().map((item) => {
  const [draft] = writeKeyless(item.request, { variants: [item.variant], recent: [] });
  if (draft === undefined) throw new Error('the drafter wrote nothing');
  return { ...item, message: draft.message, remarks: [] };
});

describe('the review set', () => {
  it('has thirty posts of ours and ninety of the labelled sets', async () => {
    expect(drafts).toHaveLength(30);
    const borrowed = await borrowedPosts();
    expect(new Set(Object.entries(borrowed).flatMap(([key, ids]) => ids.map((id) => `${key}/${id}`))).size).toBe(90);
  });

  it.each(drafts.map((draft) => [draft.id, draft] as const))('has a draft on "%s" that can be sent', (_id, draft) => {
    expect(faultsOf(draft.request, draft.message)).toEqual([]);
    // The author's own words in the first person are quoted or left out.
    expect(draft.message.replace(/"[^"]*"/g, '')).not.toMatch(
      /\b(?:my|our) (?:client|beagle|budget|shop|knees|terrier)\b/i,
    );
  });

  it('answers in the language of the post, or else in English', () => {
    const written = Object.fromEntries(drafts.map(({ id, message }) => [id, languageOf(message)]));
    expect(written).toMatchObject({ german: 'de', french: 'fr', dutch: 'en', unpaid: 'en' });
  });

  it('has no draft in which the grammar library finds a fault', async () => {
    const library = await grammarLibrary();
    const found: object[] = [];
    for (const { id, message } of drafts.filter((draft) => languageOf(draft.message) === 'en')) {
      const remarks = await library.check(message);
      if (remarks.length > 0) found.push({ id, remarks, message });
    }
    expect(found).toEqual([]);
    expect(await library.check('I am with Tallow and he dont has a idea.')).not.toEqual([]);
  });
});

describe('the sheet', () => {
  const [draft] = drafts;
  if (draft === undefined) throw new Error('there is no draft');

  it('has the post, the business, the draft and the questions to answer', () => {
    const sheet = markdownSheet([{ ...draft, remarks: ['A remark'] }]);
    for (const text of [draft.request.lead.title, 'Tallow:', 'help-first', 'A remark', 'Would sign']) {
      expect(sheet).toContain(text);
    }
    const csv = csvSheet([{ ...draft, message: '=1+1 "a"' }]);
    expect(csv.split('\r\n')[0]).toContain('"Would sign","Note"');
    expect(csv).toContain(`"'=1+1 ""a"""`);
  });

  it('is written by the command, which names what it left out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'drafts-'));
    try {
      const out = new PassThrough({ encoding: 'utf8' });
      expect(await draftsCommand([join(folder, 'sheet.md')], out)).toBe(0);
      expect(await readFile(join(folder, 'sheet.md'), 'utf8')).toContain('## 30. chatbot');
      expect(out.read()).toMatch(/^30 drafts are in .*\nLeft out: D1, .*--set/s);
      expect(await draftsCommand([], out)).toBe(2);
      expect(out.read()).toContain('usage: npm run drafts');
      expect(await draftsCommand(['x.md', '--set', join(folder, 'missing')], out)).toBe(2);
      expect(out.read()).toContain('There is no folder');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
