/** The nearest-rank percentile; NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Formats a table with aligned columns: text to the left, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((name, n) => Math.max(name.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const isNumber = head.map((_, n) => rows.every((row) => /^[\d./ x]*$/.test(row[n] ?? '')));
  const pad = (cell: string, n: number) => (isNumber[n] ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0));
  return [head, ...rows].map((row) => row.map(pad).join('  ').trimEnd());
}

/**
 * Milliseconds on a clock that all processes of the machine share. `performance.timeOrigin` is not one: it is off by what
 * the system's clock was adjusted between the starts of two processes.
 */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
