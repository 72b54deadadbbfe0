import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Encode, writeKeyless } from '@earshot/drafting';
import { grammarLibrary } from './review/grammar-library.ts';
import { reviewItems } from './review/review-set.ts';
import { keyOf, markdownSheet, type ReviewedDraft } from './review/sheet.ts';

const USAGE = `usage: npm run drafts -- SHEET KEY
  SHEET  the Markdown file to write for a reader: posts, businesses, and drafts or reasons for none
  KEY    the JSON file to write that tells which posts are right`;

/** Drafts a message for each item of the review set, or none, each in its first variant. */
export async function reviewedDrafts(encode?: Encode): Promise<ReviewedDraft[]> {
  const library = await grammarLibrary();
  const drafts: ReviewedDraft[] = [];
  for (const item of await reviewItems()) {
    const drafted = await writeKeyless(item.request, { variants: ['help-first'], recent: [] }, encode);
    const message = drafted.drafts?.[0]?.message ?? '';
    const declined = drafted.declined?.reason ?? null;
    drafts.push({ ...item, message, declined, remarks: message === '' ? [] : await library.check(message) });
  }
  return drafts;
}

/**
 * Drafts for the review set, and writes a sheet for a reader and its key. Writes to `out` and returns the exit code: 2 if
 * the arguments are wrong.
 */
export async function draftsCommand(args: readonly string[], out: Writable, encode?: Encode): Promise<number> {
  const files = readArgs(args);
  if (files === null) {
    out.write(`${USAGE}\n`);
    return 2;
  }
  const drafts = await reviewedDrafts(encode);
  await writeFile(files.sheet, markdownSheet(drafts));
  await writeFile(files.key, keyOf(drafts));
  const share = (of: readonly ReviewedDraft[]) =>
    `${String(of.filter(({ declined }) => declined !== null).length)} of ${String(of.length)}`;
  out.write(
    `The sheet is in ${files.sheet}, its key in ${files.key}. Declined: ${share(drafts.filter(({ isRight }) => isRight))} right posts, ` +
      `${share(drafts.filter(({ isRight }) => !isRight))} wrong ones.\n`,
  );
  for (const { id, remarks } of drafts.filter((draft) => draft.remarks.length > 0)) {
    out.write(`  The grammar library on ${id}: ${remarks.join('; ')}\n`);
  }
  return 0;
}

function readArgs(args: readonly string[]): { sheet: string; key: string } | null {
  try {
    const [sheet, key, ...more] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
    return sheet === undefined || key === undefined || more.length > 0 ? null : { sheet, key };
  } catch {
    return null;
  }
}
