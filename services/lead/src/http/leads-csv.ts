import { absoluteUrl } from '@earshot/service-kit';
import { removedLabels } from '@earshot/proto/values';
import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import { exportedFields, type ExportedLead } from '../domain/export-leads.ts';

/**
 * Leads as CSV by RFC 4180: UTF-8 with a byte order mark, CRLF line ends and a header row. A cell that a spreadsheet
 * would treat as a formula gets a leading '. Resolves after the first lead is read, so that an early failure still
 * produces an error response. Reads leads as the stream is consumed, and stops reading when the stream is destroyed.
 * `origin` completes addresses of the sandbox.
 */
export async function leadsCsv(leads: AsyncIterable<ExportedLead>, origin: string | null): Promise<Readable> {
  const iterator = leads[Symbol.asyncIterator]();
  const first = await iterator.next();
  const csv = stringify({
    bom: true,
    header: true,
    columns: exportedFields.map((key) => ({ key, header: columnOf(key) })),
    record_delimiter: '\r\n',
    // Without this, the library leaves a lone carriage return at the start of a cell unquoted.
    quoted_match: /[\r\n]/,
  });
  // The stringifier passes an error on to its reader.
  pipeline(Readable.from(cellsOf(first, iterator, origin)), csv, () => undefined);
  return csv;
}

/** The specification's name of a column. */
function columnOf(field: (typeof exportedFields)[number]): string {
  return field === 'community' ? 'subreddit' : field;
}

async function* cellsOf(
  first: IteratorResult<ExportedLead, unknown>,
  iterator: AsyncIterator<ExportedLead>,
  origin: string | null,
) {
  try {
    for (let next = first; next.done !== true; next = await iterator.next())
      yield cells({ ...next.value, url: absoluteUrl(next.value.url, origin) });
  } finally {
    await iterator.return?.();
  }
}

function cells({
  score,
  createdAt,
  postCreatedAt,
  removed,
  title: own,
  ...others
}: ExportedLead): Record<string, string> {
  const times = { createdAt: createdAt.toISOString(), postCreatedAt: postCreatedAt.toISOString() };
  const texts = { ...others, title: removed === null ? own : removedLabels[removed.by] };
  const cell = ([name, value]: [string, string]) => [name, neutral(value)] as const;
  return { ...Object.fromEntries(Object.entries(texts).map(cell)), ...times, score: score.toFixed(1) };
}

/** Spreadsheets take these as the beginning of a formula, or skip them and look at the next character. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function neutral(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}
