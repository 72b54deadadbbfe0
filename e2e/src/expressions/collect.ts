import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A regular expression of the product's code and where it is. */
export interface Expression {
  readonly file: string;
  readonly regex: RegExp;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = '{packages,services,apps}/*/src/**/*.ts';
/** Pure code, which can be loaded alone. */
const pure = /\/domain\/|^packages\/(?:scoring|drafting|text)\//;

/** Files whose expressions read no foreign text. */
const ownTexts: Readonly<Record<string, string>> = {
  'packages/embedded-mongo/src/match/regex.ts': 'patterns of queries, which the services write',
  'packages/service-kit/src/documents/duplicate-key.ts': 'an error text of the database with names of our indexes',
};

/** All regular expressions of the server code: its literals, and those that the modules compose when they are loaded. */
export async function expressions(): Promise<Expression[]> {
  const files = globSync(sources, { cwd: root }).filter((file) => !(file in ownTexts) && !file.includes('/testing/'));
  const composing = files.filter((file) => pure.test(file) && textOf(file).includes('new RegExp('));
  return [...files.flatMap(literalsIn), ...(await composedIn(composing))];
}

function textOf(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8');
}

function literalsIn(file: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ file, regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest));
  return found;
}

/** Loads the modules while the constructor notes what it makes. */
async function composedIn(files: readonly string[]): Promise<Expression[]> {
  const found: Expression[] = [];
  const original = globalThis.RegExp;
  try {
    for (const file of files) {
      globalThis.RegExp = new Proxy(original, {
        construct: (constructor, [source, flags]: [string | RegExp, string?]) => {
          const regex = new constructor(source, flags);
          found.push({ file, regex });
          return regex;
        },
      });
      await import(`${root}${file}`);
    }
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}
