import { Binary, Long } from 'bson';
import { isNumeric, type Numeric, toNumber } from '../bson.ts';
import { badValue } from '../errors.ts';

/** Compiles $bitsAllSet and related operators for integers and binary data. Positions count from the lowest bit. */
export function compileBits(name: string, argument: unknown): (value: unknown) => boolean {
  const positions = positionsOf(name, argument);
  return (value) => {
    const bits = bitsOf(value);
    if (bits === undefined) return false;
    const isSet = (position: number) => bits(position);
    if (name === '$bitsAllSet') return positions.every(isSet);
    if (name === '$bitsAllClear') return !positions.some(isSet);
    if (name === '$bitsAnySet') return positions.some(isSet);
    return !positions.every(isSet);
  };
}

function positionsOf(name: string, argument: unknown): number[] {
  if (Array.isArray(argument)) {
    return argument.map((item: unknown) => {
      const position = toNumber(item);
      if (position === undefined || !Number.isInteger(position) || position < 0) {
        throw badValue(`bit positions of ${name} must be whole numbers of 0 or more`);
      }
      return position;
    });
  }
  const bits = bitsOf(argument);
  const negative = (toNumber(argument) ?? 0) < 0;
  if (bits === undefined || negative) throw badValue(`${name} takes an Array, a number, or a BinData`);
  const size = argument instanceof Binary ? argument.position * 8 : 64;
  return Array.from({ length: size }, (_, position) => position).filter((position) => bits(position));
}

function bitsOf(value: unknown): ((position: number) => boolean) | undefined {
  if (value instanceof Binary) {
    const bytes = value.value();
    return (position) => (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1;
  }
  if (!isNumeric(value)) return undefined;
  const whole = wholeOf(value);
  if (whole === undefined) return undefined;
  return (position) => ((whole >> BigInt(Math.min(position, 63))) & 1n) === 1n;
}

function wholeOf(value: Numeric): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (value instanceof Long) return value.toBigInt();
  const number = toNumber(value);
  return number !== undefined && Number.isInteger(number) ? BigInt(number) : undefined;
}
