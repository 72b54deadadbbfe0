import { type Doc, getField, isDoc, isTruthy, setField } from './bson.ts';
import { CommandError } from './errors.ts';
import type { Evaluate } from './aggregate/operator.ts';

export type Project = (doc: Doc) => Doc;

type Leaf =
  { readonly kind: 'keep' } | { readonly kind: 'drop' } | { readonly kind: 'compute'; readonly expression: unknown };
type Tree = Map<string, Leaf | Tree>;

/** Compiles a projection of find or $project. Throws if it mixes inclusion and exclusion. */
export function compileProjection(spec: Doc, evaluate: Evaluate): Project {
  const tree: Tree = new Map();
  const modes = new Set<'include' | 'exclude'>();
  for (const [path, value] of Object.entries(spec)) addPath(tree, path, value, modes);
  if (modes.size > 1) throw mixed(spec, modes);
  const idOnly = getField(spec, '_id');
  const idDrops = idOnly !== undefined && tree.get('_id') instanceof Map === false && isDropLeaf(tree.get('_id'));
  const including = modes.has('include') || (modes.size === 0 && idOnly !== undefined && !idDrops);
  if (including && !tree.has('_id')) tree.set('_id', { kind: 'keep' });
  return (doc) => {
    const context: Context = { root: doc, including, evaluate };
    const shaped = applyTree(doc, tree, context);
    addComputed(shaped, tree, context);
    return shaped;
  };
}

function isDropLeaf(leaf: Leaf | Tree | undefined): boolean {
  return leaf !== undefined && !(leaf instanceof Map) && leaf.kind === 'drop';
}

function mixed(spec: Doc, modes: ReadonlySet<string>): CommandError {
  const [first] = modes;
  const names = Object.entries(spec).filter(([name]) => name !== '_id');
  const odd = names.find(([, value]) => (first === 'include' ? !isTruthy(value) : isTruthy(value)))?.[0] ?? '';
  return first === 'include'
    ? new CommandError(31254, `Cannot do exclusion on field ${odd} in inclusion projection`)
    : new CommandError(31253, `Cannot do inclusion on field ${odd} in exclusion projection`);
}

function addPath(tree: Tree, path: string, value: unknown, modes: Set<'include' | 'exclude'>): void {
  if (path === '' || path.split('.').includes(''))
    throw new CommandError(40353, `FieldPath must not end or begin with a '.' or be empty: '${path}'`);
  if (path.split('.').some((part) => part.startsWith('$')))
    throw new CommandError(16410, `FieldPath field names may not start with '$'. Given: ${path}`);
  if (isDoc(value) && !Object.keys(value).some((name) => name.startsWith('$'))) {
    if (Object.keys(value).length === 0)
      throw new CommandError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
    for (const [name, inner] of Object.entries(value)) addPath(tree, `${path}.${name}`, inner, modes);
    return;
  }
  const leaf = leafOf(value);
  if (leaf.kind === 'drop' ? path !== '_id' : !(path === '_id' && leaf.kind === 'keep')) {
    modes.add(leaf.kind === 'drop' ? 'exclude' : 'include');
  }
  place(tree, path, leaf);
}

function place(tree: Tree, path: string, leaf: Leaf): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let node = tree;
  for (const part of parts) {
    const inner = node.get(part) ?? new Map<string, Leaf | Tree>();
    if (!(inner instanceof Map)) throw new CommandError(31249, `Path collision at ${path}`);
    node.set(part, inner);
    node = inner;
  }
  if (node.has(last)) throw new CommandError(31250, `Path collision at ${path}`);
  node.set(last, leaf);
}

function leafOf(value: unknown): Leaf {
  if (typeof value === 'boolean' || toNumberLike(value)) return isTruthy(value) ? { kind: 'keep' } : { kind: 'drop' };
  return { kind: 'compute', expression: value };
}

function toNumberLike(value: unknown): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'object' &&
      value !== null &&
      '_bsontype' in value &&
      ['Int32', 'Double', 'Long', 'Decimal128'].includes(String(value._bsontype)))
  );
}

interface Context {
  readonly root: Doc;
  readonly including: boolean;
  readonly evaluate: Evaluate;
}

function applyTree(doc: Doc, tree: Tree, context: Context): Doc {
  const result: Doc = {};
  for (const [name, value] of Object.entries(doc)) {
    const node = tree.get(name);
    if (node === undefined) {
      if (!context.including) setField(result, name, value);
    } else if (node instanceof Map) {
      const inner = applyInside(value, node, context);
      if (inner !== undefined) setField(result, name, inner);
    } else if (node.kind === 'keep') setField(result, name, value);
  }
  return result;
}

function applyInside(value: unknown, tree: Tree, context: Context): unknown {
  if (isDoc(value)) return applyTree(value, tree, context);
  if (Array.isArray(value))
    return value.map((item) => applyInside(item, tree, context)).filter((item) => item !== undefined);
  return context.including ? undefined : value;
}

/**
 * Adds computed fields after the kept ones, in the projection's order. Inside an array, each element gets the fields.
 */
function addComputed(result: Doc, tree: Tree, context: Context): void {
  for (const [name, node] of tree) {
    if (node instanceof Map) {
      if (hasComputed(node)) setField(result, name, computeInside(getField(result, name), node, context));
    } else if (node.kind === 'compute') {
      const value = context.evaluate(node.expression, context.root);
      if (value === undefined) delete result[name];
      else setField(result, name, value);
    }
  }
}

function computeInside(value: unknown, tree: Tree, context: Context): unknown {
  if (Array.isArray(value)) return value.map((item) => computeInside(item, tree, context));
  const inner: Doc = isDoc(value) ? value : {};
  addComputed(inner, tree, context);
  return inner;
}

function hasComputed(tree: Tree): boolean {
  return [...tree.values()].some((node) => (node instanceof Map ? hasComputed(node) : node.kind === 'compute'));
}
