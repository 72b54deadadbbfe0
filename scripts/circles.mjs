// Lists circular imports in the repository's sources, including type imports, and circles of folders in service-kit. Exits
// with 1 if there are any.
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

/** Depth-first search: an import of a name that is still on the path closes a circle. */
function circlesOf(graph) {
  const circles = [];
  const done = new Set();
  const visit = (name, path) => {
    if (done.has(name)) return;
    if (path.includes(name)) {
      circles.push([...path.slice(path.indexOf(name)), name]);
      return;
    }
    for (const target of graph.get(name) ?? []) visit(target, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return circles;
}

/** The imports between the folders of service-kit. The folder that has them all imports each, so none may import it. */
function foldersOfKit() {
  const root = join('packages', 'service-kit', 'src');
  const folders = new Map();
  for (const [file, targets] of imports) {
    if (!file.startsWith(root)) continue;
    const others = targets.filter((target) => target.startsWith(root)).map(dirname);
    const known = folders.get(dirname(file)) ?? new Set();
    folders.set(dirname(file), new Set([...known, ...others.filter((other) => other !== dirname(file))]));
  }
  return folders;
}

const circles = [...circlesOf(imports), ...circlesOf(foldersOfKit())];
for (const circle of circles) console.error(`Import circle: ${circle.join(' -> ')}`);
console.log(`${files.length} files, ${circles.length} import circles.`);
if (circles.length > 0) process.exitCode = 1;
