import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { writeKeyless } from '@earshot/drafting';
import { languageOf } from '@earshot/drafting';
import { grammarLibrary } from './review/grammar-library.ts';
import type { ReviewItem } from './review/review-set.ts';
import { borrowedItems, borrowedPosts, ownItems } from './review/review-set.ts';
import type { ReviewedDraft } from './review/sheet.ts';
import { csvSheet, markdownSheet } from './review/sheet.ts';

const USAGE = `usage: npm run drafts -- FILE [--set DIR]...
  FILE       the sheet to write: .csv, or Markdown otherwise
  --set DIR  a folder with labelled sets (KEY.business.json, KEY.posts.jsonl) of which the review set borrows posts`;

/**
 * Drafts a message for every item of the review set, and writes a sheet for a person to judge them. Writes to `out` and
 * returns the exit code: 2 if the arguments are wrong.
 */
export async function draftsCommand(args: readonly string[], out: Writable): Promise<number> {
  let given: { file: string; folders: string[] };
  try {
    given = readArgs(args);
  } catch (error) {
    out.write(`${error instanceof Error ? error.message : ''}\n${USAGE}\n`);
    return 2;
  }
  const { items, missing } = await itemsFrom(given.folders);
  const library = await grammarLibrary();
  const drafts: ReviewedDraft[] = [];
  for (const item of items) {
    const [draft] = writeKeyless(item.request, { variants: [item.variant], recent: [] });
    if (draft === undefined) throw new Error('the drafter wrote nothing');
    drafts.push({
      ...item,
      message: draft.message,
      remarks: isEnglish(draft.message) ? await library.check(draft.message) : [],
    });
  }
  await writeFile(given.file, given.file.endsWith('.csv') ? csvSheet(drafts) : markdownSheet(drafts));
  const remarked = drafts.filter(({ remarks }) => remarks.length > 0);
  out.write(
    `${String(drafts.length)} drafts are in ${given.file}. The grammar library remarks on ${String(remarked.length)} of them.\n`,
  );
  for (const { id, remarks } of remarked) out.write(`  ${id}: ${remarks.join('; ')}\n`);
  if (missing.length > 0) out.write(`Left out: ${missing.join(', ')}. Name the folders of these sets with --set.\n`);
  return 0;
}

/** The grammar library knows no other language. */
function isEnglish(message: string): boolean {
  return languageOf(message) === 'en';
}

function readArgs(args: readonly string[]): { file: string; folders: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { set: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('Name one file');
  const missing = values.set.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new Error(`There is no folder ${missing}`);
  return { file, folders: values.set };
}

/** Our own items, and the borrowed ones whose sets are in the folders. */
async function itemsFrom(folders: readonly string[]): Promise<{ items: ReviewItem[]; missing: string[] }> {
  const items = ownItems();
  const missing: string[] = [];
  for (const [key, ids] of Object.entries(await borrowedPosts())) {
    const folder = folders.find((one) => existsSync(join(one, `${key}.posts.jsonl`)));
    if (folder === undefined) missing.push(key);
    else items.push(...(await borrowedItems(folder, key, ids, items.length)));
  }
  return { items, missing };
}
