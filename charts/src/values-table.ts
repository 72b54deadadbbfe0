import { parse } from 'yaml';

/** One row of the table: a value, its default and its description. */
export interface ValueRow {
  /** The path in the notation of `--set`. */
  readonly path: string;
  readonly byDefault: unknown;
  readonly text: string;
}

const keyLine = /^(?<indent> *)(?<key>[\w-]+):/;
const commentLine = /^ *# -- (?<text>.+)$/;

/** Values with a comment `# -- text` directly above them, in file order. */
export function valueRows(yaml: string): readonly ValueRow[] {
  const rows: ValueRow[] = [];
  const above: { indent: number; key: string }[] = [];
  let comment: string | undefined;
  for (const line of yaml.split('\n')) {
    const { indent, key } = keyLine.exec(line)?.groups ?? {};
    if (indent !== undefined && key !== undefined) {
      while ((above.at(-1)?.indent ?? -1) >= indent.length) above.pop();
      above.push({ indent: indent.length, key });
      const path = above.map((one) => one.key);
      if (comment !== undefined) rows.push({ path: path.join('.'), byDefault: valueAt(yaml, path), text: comment });
    }
    comment = commentLine.exec(line)?.groups?.['text'];
  }
  return rows;
}

function valueAt(yaml: string, path: readonly string[]): unknown {
  return path.reduce<unknown>(inside, parse(yaml));
}

function inside(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

/** Paths of values without a comment on them or on a parent. */
export function unexplained(yaml: string, except: readonly string[]): readonly string[] {
  const known = [...valueRows(yaml).map(({ path }) => path), ...except];
  return leaves(parse(yaml), []).filter((path) => !known.some((one) => path === one || path.startsWith(`${one}.`)));
}

function leaves(value: unknown, path: readonly string[]): string[] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries: [string, unknown][] = isMap ? Object.entries(value) : [];
  if (entries.length === 0) return [path.join('.')];
  return entries.flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

const longestDefault = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestDefault ? 'see values.yaml' : `\`${text}\``;
}

/** A Markdown table; the formatter aligns it. */
function tableOf(rows: readonly ValueRow[]): string {
  const cells = rows.map(({ path, byDefault, text }) => [`\`${path}\``, shown(byDefault), text]);
  return [['Value', 'Default', 'What it does'], ['-', '-', '-'], ...cells]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

const begin = '<!-- Written by `npm run chart` from the comments in values.yaml. -->';
const end = '<!-- Until here. -->';

/** The README with the updated table. Throws if the README lacks the markers. */
export function withTable(readme: string, yaml: string): string {
  const [before, after] = [readme.indexOf(begin), readme.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`README.md lacks the lines ${begin} and ${end}`);
  return `${readme.slice(0, before + begin.length)}\n\n${tableOf(valueRows(yaml))}\n\n${readme.slice(after)}`;
}
