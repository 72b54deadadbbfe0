import { series } from '@earshot/core/testing';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import type { ExportedLead } from '../src/domain/export-leads.ts';
import { leadsCsv } from '../src/http/leads-csv.ts';
import { readCsv } from './fixtures/read-csv.ts';

const mark = '\uFEFF';
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Texts of any characters; many begin or end with one that means something in CSV or in a spreadsheet. */
const special = fc.constantFrom(...'=+-@\t\r\n",;\'| \uFF1D\uFF0B\uFF0D\uFF20\uFEFF\0\u2028\\', '\r\n', '""', '');
const cell = fc
  .array(fc.oneof(special, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 5 })
  .map((parts) => parts.join(''));
const when = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') });
const lead: fc.Arbitrary<ExportedLead> = fc.record({
  id: cell,
  title: cell,
  community: cell,
  author: cell,
  score: fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10),
  relevance: fc.constantFrom('high', 'medium', 'low'),
  status: fc.constantFrom('new', 'contacted', 'responded', 'skipped'),
  matchReason: cell,
  url: cell,
  createdAt: when,
  postCreatedAt: when,
  source: cell,
  removed: fc.constant(null),
});

const columns = 'id,title,subreddit,author,score,relevance,status,matchReason,url,createdAt,postCreatedAt,source'.split(
  ',',
);

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

/** The cells of a lead as a reader of the file must get them. */
function rowOf({ score, createdAt, postCreatedAt, removed: _, ...texts }: ExportedLead): string[] {
  const neutral = (value: string) => (formula.test(value) ? `'${value}` : value);
  const { id, title, community, author, relevance, status, matchReason, url, source } = texts;
  const first = [id, title, community, author].map(neutral);
  const times = [createdAt.toISOString(), postCreatedAt.toISOString()];
  return [...first, score.toFixed(1), relevance, status, ...[matchReason, url].map(neutral), ...times, neutral(source)];
}

it('a file of any texts is read back as they were, and no cell begins a formula', async () => {
  const run = fc.asyncProperty(fc.array(lead, { maxLength: 3 }), async (leads) => {
    const file = (await buffer(await leadsCsv(each(leads), null))).toString('utf8');
    expect(file.startsWith(mark)).toBe(true);
    const [head, ...rows] = readCsv(file.slice(mark.length));
    expect(head).toEqual(columns);
    expect(rows).toEqual(leads.map(rowOf));
    expect(rows.flat().filter((one) => formula.test(one))).toEqual([]);
  });
  await fc.assert(run, { numRuns: series({ ci: 2_000, soak: 100_000 }) });
});
