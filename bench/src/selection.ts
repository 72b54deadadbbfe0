type Named = Readonly<Record<string, unknown>>;

/**
 * The benchmarks to run: the named ones and those of the named groups, or `byDefault` if nothing is named. `unknown` are
 * the names that are neither.
 */
export function selection(
  named: readonly string[],
  from: { readonly benches: Named; readonly groups: Readonly<Record<string, Named>>; readonly byDefault: Named },
): { readonly chosen: ReadonlySet<string>; readonly unknown: readonly string[] } {
  const { benches, groups, byDefault } = from;
  const known = (all: Named, name: string) => Object.hasOwn(all, name);
  if (named.length === 0) return { chosen: new Set(Object.keys(byDefault)), unknown: [] };
  return {
    chosen: new Set(named.flatMap((name) => (known(groups, name) ? Object.keys(groups[name] ?? {}) : [name]))),
    unknown: named.filter((name) => !known(benches, name) && !known(groups, name)),
  };
}
