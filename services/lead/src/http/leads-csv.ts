import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import type { ExportedLead } from '../domain/export-leads.ts';
import { exportedFields } from '../domain/export-leads.ts';

/**
 * Leads as CSV by RFC 4180: UTF-8 with a byte order mark, lines ended by CRLF, names of the columns first. A cell that a
 * spreadsheet would take for a formula gets a ' before it. Resolves once the first lead is read, so that what fails at
 * once fails before the answer begins; reads on as it is read, and ends the reading when it is destroyed.
 */
export async function leadsCsv(leads: AsyncIterable<ExportedLead>): Promise<Readable> {
  const iterator = leads[Symbol.asyncIterator]();
  const first = await iterator.next();
  const csv = stringify({
    bom: true,
    header: true,
    columns: [...exportedFields],
    record_delimiter: '\r\n',
    escape_formulas: true,
    // The library itself leaves a lone carriage return at the beginning unquoted.
    quoted_match: /[\r\n]/,
  });
  // The stringifier carries an error to whoever reads it.
  pipeline(Readable.from(cellsOf(first, iterator)), csv, () => undefined);
  return csv;
}

async function* cellsOf(first: IteratorResult<ExportedLead, unknown>, iterator: AsyncIterator<ExportedLead>) {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield cells(next.value);
  } finally {
    await iterator.return?.();
  }
}

function cells({ score, createdAt, postCreatedAt, ...texts }: ExportedLead): Record<string, string> {
  const times = { createdAt: createdAt.toISOString(), postCreatedAt: postCreatedAt.toISOString() };
  return { ...texts, ...times, score: score.toFixed(1) };
}
