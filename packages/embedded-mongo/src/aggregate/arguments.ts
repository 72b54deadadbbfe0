import { type Doc, isDoc, toNumber, typeName } from '../bson.ts';
import { CommandError } from '../errors.ts';
import type { Scope } from './operator.ts';

export function list(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [argument];
}

export function single(argument: unknown, scope: Scope): unknown {
  return scope.evaluate(Array.isArray(argument) && argument.length === 1 ? argument[0] : argument);
}

export function nullable(value: unknown, map: (value: unknown) => unknown): unknown {
  return value === undefined || value === null ? null : map(value);
}

export function arrayOf(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new CommandError(17124, `The argument to ${name} must be an array, but was of type: ${typeName(value)}`);
  return value;
}

export function fields(name: string, argument: unknown, required: readonly string[]): Doc {
  if (!isDoc(argument)) throw new CommandError(16878, `${name} only supports an object as its argument`);
  for (const field of required)
    if (!(field in argument)) throw new CommandError(16879, `Missing '${field}' parameter to ${name}`);
  return argument;
}

export function numeric(name: string, value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = toNumber(value);
  if (number === undefined) throw new CommandError(14, `${name} only supports numeric types, not ${typeName(value)}`);
  return number;
}
