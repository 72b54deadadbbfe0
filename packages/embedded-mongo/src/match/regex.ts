import { BSONRegExp } from 'bson';
import { badValue, messageOf } from '../errors.ts';

const cache = new WeakMap<BSONRegExp | RegExp, RegExp>();

/**
 * Converts a BSON regular expression to JavaScript; undefined for other values. Supports PCRE's inline flags (?i) only
 * at the start.
 */
export function regexOf(value: unknown): RegExp | undefined {
  if (!(value instanceof BSONRegExp) && !(value instanceof RegExp)) return undefined;
  const known = cache.get(value);
  if (known !== undefined) return known;
  const made =
    value instanceof RegExp
      ? new RegExp(value.source, value.flags.replaceAll('g', ''))
      : compileRegex(value.pattern, value.options);
  cache.set(value, made);
  return made;
}

function compileRegex(pattern: string, options: string): RegExp {
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const flags = new Set([...options, ...(inline?.[1] ?? '')]);
  let source = inline === null ? pattern : pattern.slice(inline[0].length);
  for (const flag of flags) {
    if (!'imsxu'.includes(flag)) throw badValue(`invalid flag in regex options: ${flag}`);
  }
  if (flags.has('x'))
    source = source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]|\s+|#[^\n]*/gs, (m) => (/^[\s#]/.test(m) ? '' : m));
  const native = [...flags].filter((flag) => 'ims'.includes(flag)).join('');
  try {
    return new RegExp(source, `${native}u`);
  } catch {
    return withoutUnicode(source, native);
  }
}

/** PCRE allows escapes such as \- that JavaScript accepts only without the `u` flag. */
function withoutUnicode(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw badValue(`Regular expression is invalid: ${messageOf(error)}`);
  }
}
