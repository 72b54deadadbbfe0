import { Int32 } from 'bson';
import { type Doc, isDoc } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { encodeKey } from '../keys.ts';
import { type Accumulator, makeAccumulator } from './accumulate.ts';
import { checkExpression } from './expression.ts';
import type { PipelineEnv, Stage, StageFactory } from './stage.ts';

/** Stages that group documents. */
export const groupStages: ReadonlyMap<string, StageFactory> = new Map<string, StageFactory>([
  ['$group', group],
  ['$count', count],
]);

export interface Field {
  readonly name: string;
  readonly operator: string;
  readonly argument: unknown;
}

export interface Group {
  readonly id: unknown;
  readonly fields: readonly { readonly name: string; readonly input: unknown; readonly accumulator: Accumulator }[];
}

/** Parses one field of a $group. Throws if it is malformed. */
export function readField(name: string, spec: unknown): Field {
  if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw new CommandError(40236, `The field name '${name}' cannot be an operator name`);
  const entries = isDoc(spec) ? Object.entries(spec) : [];
  const [operator, argument] = entries[0] ?? [];
  if (operator === undefined || !operator.startsWith('$'))
    throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  if (entries.length !== 1) throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  return { name, operator, argument };
}

/** Groups by the value of `idOf`, in the order of each group's first document. */
function collect(
  source: Iterable<Doc>,
  idOf: (doc: Doc) => unknown,
  fields: readonly Field[],
  env: PipelineEnv,
): Group[] {
  const groups = new Map<string, Group>();
  for (const doc of source) {
    // A missing value belongs to the null group.
    const id = idOf(doc) ?? null;
    const key = encodeKey(id);
    let found = groups.get(key);
    if (found === undefined) {
      found = { id, fields: fields.map(fresh) };
      groups.set(key, found);
    }
    for (const { input, accumulator } of found.fields) accumulator.add(env.evaluate(input, doc));
  }
  return [...groups.values()];
}

/** Creates the state of one field of a new group. */
export function fresh({ name, operator, argument }: Field): Group['fields'][number] {
  return { name, input: argument, accumulator: makeAccumulator(operator) };
}

/** Builds the result document of a group. */
export function present({ id, fields }: Group): Doc {
  return {
    _id: id,
    ...Object.fromEntries(fields.map(({ name, accumulator }) => [name, accumulator.result() ?? null])),
  };
}

function group(spec: unknown, env: PipelineEnv): Stage {
  if (!isDoc(spec)) throw new CommandError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw new CommandError(15955, 'a group specification must include an _id');
  const { _id: idExpression, ...rest } = spec;
  const fields = Object.entries(rest).map(([name, field]) => readField(name, field));
  checkExpression(idExpression);
  for (const field of fields) {
    fresh(field);
    checkExpression(field.argument);
  }
  return function* grouped(source) {
    for (const found of collect(source, (doc) => env.evaluate(idExpression, doc), fields, env)) yield present(found);
  };
}

function count(spec: unknown): Stage {
  if (typeof spec !== 'string' || spec === '')
    throw new CommandError(40156, 'the count field must be a non-empty string');
  if (spec.startsWith('$') || spec.includes('.'))
    throw new CommandError(40158, 'the count field cannot be a $-prefixed path or contain a dot');
  return function* counted(source) {
    let total = 0;
    for (const doc of source) if (doc !== undefined) total += 1;
    if (total > 0) yield { [spec]: new Int32(total) };
  };
}
