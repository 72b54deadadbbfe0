// Lists circular imports in the repository's sources, including type imports. Exits with 1 if there are any.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const skipped = new Set(['node_modules', 'dist', 'gen', '.cache', '.earshot']);

function list(pattern) {
  return globSync(pattern, { cwd: root, exclude: (path) => skipped.has(path.split(/[/\\]/).at(-1)) });
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** Maps each exported specifier of the workspace packages, such as `@earshot/proto/http/*`, to its file. */
function workspaceExports() {
  const patterns = readJson('package.json').workspaces.map((folder) => `${folder}/package.json`);
  return patterns.flatMap(list).flatMap((path) => {
    const { name, exports = {} } = readJson(path);
    return Object.entries(exports).map(([key, target]) => [name + key.slice(1), join(dirname(path), target)]);
  });
}

const exported = workspaceExports();

/** Resolves an import within this repository to its path; returns undefined for npm packages and Node's modules. */
function resolve(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  for (const [pattern, target] of exported) {
    const [start, end] = pattern.split('*');
    if (end === undefined ? specifier === pattern : specifier.startsWith(start)) {
      return target.replace('*', specifier.slice(start.length));
    }
  }
  if (specifier.startsWith('@earshot/')) throw new Error(`${file} imports ${specifier}, which no package exports`);
  return undefined;
}

const files = list('**/*.{ts,tsx,mjs}');
const imports = new Map(files.map((file) => [file, []]));
for (const file of files) {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  imports.set(
    file,
    importedFiles.map(({ fileName }) => resolve(file, fileName)).filter((target) => imports.has(target)),
  );
}

/** Depth-first search: an import of a file that is still on the path closes an import cycle. */
const circles = [];
const done = new Set();
function visit(file, path) {
  if (done.has(file)) return;
  if (path.includes(file)) {
    circles.push([...path.slice(path.indexOf(file)), file]);
    return;
  }
  for (const target of imports.get(file)) visit(target, [...path, file]);
  done.add(file);
}
for (const file of files) visit(file, []);

for (const circle of circles) console.error(`Import circle: ${circle.join(' -> ')}`);
console.log(`${files.length} files, ${circles.length} import circles.`);
if (circles.length > 0) process.exitCode = 1;
