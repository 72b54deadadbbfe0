import { type Doc, getField, isDoc, isTruthy, setField, toInteger } from './bson.ts';
import { badValue, CommandError, notSupported } from './errors.ts';
import type { Evaluate } from './aggregate/operator.ts';
import { compileElement } from './match/compile.ts';

export type Project = (doc: Doc, position?: number) => Doc;

type Leaf =
  | { readonly kind: 'keep' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'compute'; readonly expression: unknown }
  | ArrayLeaf;
type ArrayLeaf =
  | { readonly kind: 'slice'; readonly cut: (items: unknown[]) => unknown[] }
  | { readonly kind: 'elemMatch'; readonly test: (item: unknown) => boolean }
  | { readonly kind: 'position' };
type Tree = Map<string, Leaf | Tree>;

interface Options {
  /** find supports $slice, $elemMatch and the positional $; $project does not. */
  readonly form: 'find' | 'aggregate';
  readonly evaluate: Evaluate;
}

/** Compiles a projection of find or $project. Throws if it mixes inclusion and exclusion. */
export function compileProjection(spec: Doc, options: Options): Project {
  const tree: Tree = new Map();
  const modes = new Set<'include' | 'exclude'>();
  let hasSlice = false;
  for (const [path, value] of Object.entries(spec)) {
    hasSlice = addPath(tree, path, value, options, modes) || hasSlice;
  }
  if (modes.size > 1) throw mixed(spec, modes);
  const idOnly = getField(spec, '_id');
  const idDrops = idOnly !== undefined && tree.get('_id') instanceof Map === false && isDropLeaf(tree.get('_id'));
  const including = modes.has('include') || (modes.size === 0 && !hasSlice && idOnly !== undefined && !idDrops);
  if (including && !tree.has('_id')) tree.set('_id', { kind: 'keep' });
  return (doc, position) => {
    const context: Context = { root: doc, including, position, evaluate: options.evaluate };
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

/** Returns true for a $slice, which does not decide between inclusion and exclusion. */
function addPath(
  tree: Tree,
  path: string,
  value: unknown,
  options: Options,
  modes: Set<'include' | 'exclude'>,
): boolean {
  if (path === '' || path.split('.').includes(''))
    throw new CommandError(40353, `FieldPath must not end or begin with a '.' or be empty: '${path}'`);
  if (path.startsWith('$'))
    throw new CommandError(16410, `FieldPath field names may not start with '$'. Given: ${path}`);
  if (isDoc(value) && !Object.keys(value).some((name) => name.startsWith('$'))) {
    if (Object.keys(value).length === 0)
      throw new CommandError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
    return Object.entries(value)
      .map(([name, inner]) => addPath(tree, `${path}.${name}`, inner, options, modes))
      .includes(true);
  }
  const positional = path.endsWith('.$');
  if (positional && options.form !== 'find')
    throw new CommandError(16410, `FieldPath field names may not start with '$'. Given: ${path}`);
  const leaf: Leaf = positional ? { kind: 'position' } : leafOf(value, options);
  if (leaf.kind === 'drop' ? path !== '_id' : !(path === '_id' && leaf.kind === 'keep') && leaf.kind !== 'slice') {
    modes.add(leaf.kind === 'drop' ? 'exclude' : 'include');
  }
  place(tree, positional ? path.slice(0, -2) : path, leaf);
  return leaf.kind === 'slice';
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

function leafOf(value: unknown, { form }: Options): Leaf {
  if (typeof value === 'boolean' || toNumberLike(value)) return isTruthy(value) ? { kind: 'keep' } : { kind: 'drop' };
  if (isDoc(value) && form === 'find') {
    if ('$slice' in value) {
      const slice = compileSlice(value['$slice']);
      if (slice !== undefined) return { kind: 'slice', cut: slice };
    }
    if ('$elemMatch' in value) {
      return { kind: 'elemMatch', test: compileElement(value['$elemMatch'], { evaluate: () => undefined }) };
    }
    if ('$meta' in value) throw notSupported('$meta');
  }
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

/**
 * Parses find's $slice: a count or [skip, count]. A $slice that starts with an array is an expression and is not parsed
 * here.
 */
function compileSlice(argument: unknown): ((items: unknown[]) => unknown[]) | undefined {
  if (!Array.isArray(argument)) {
    const count = toInteger(argument);
    if (count === undefined) throw badValue('$slice needs a whole number');
    return (items) => (count >= 0 ? items.slice(0, count) : items.slice(count));
  }
  const skip = toInteger(argument[0]);
  const count = toInteger(argument[1]);
  if (argument.length !== 2 || skip === undefined || count === undefined) return undefined;
  if (count <= 0) throw new CommandError(28724, `Third argument to $slice must be positive: ${count}`);
  return (items) => {
    const start = skip >= 0 ? skip : Math.max(0, items.length + skip);
    return items.slice(start, start + count);
  };
}

interface Context {
  readonly root: Doc;
  readonly including: boolean;
  readonly position: number | undefined;
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
    } else applyLeaf(result, name, value, node, context);
  }
  return result;
}

function applyInside(value: unknown, tree: Tree, context: Context): unknown {
  if (isDoc(value)) return applyTree(value, tree, context);
  if (Array.isArray(value))
    return value.map((item) => applyInside(item, tree, context)).filter((item) => item !== undefined);
  return context.including ? undefined : value;
}

function applyLeaf(result: Doc, name: string, value: unknown, leaf: Leaf, context: Context): void {
  if (leaf.kind === 'keep') setField(result, name, value);
  else if (leaf.kind === 'slice') setField(result, name, Array.isArray(value) ? leaf.cut(value) : value);
  else if (leaf.kind === 'elemMatch' && Array.isArray(value)) {
    const found = value.findIndex((item) => leaf.test(item));
    if (found >= 0) setField(result, name, [value[found]]);
  } else if (leaf.kind === 'position') {
    if (!Array.isArray(value)) setField(result, name, value);
    else if (context.position === undefined) {
      throw new CommandError(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    } else setField(result, name, [value[context.position]]);
  }
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
