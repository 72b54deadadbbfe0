import { useMemo, useState } from 'react';

/** The expanded leads, and the leads selected for bulk actions. */
export interface Marks {
  readonly expanded: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly expand: (id: string) => void;
  readonly collapse: (ids: readonly string[]) => void;
  readonly select: (id: string) => void;
  readonly selectAll: (ids: readonly string[]) => void;
  readonly clearSelection: () => void;
}

const none: ReadonlySet<string> = new Set();

const switched = (set: ReadonlySet<string>, id: string) =>
  set.has(id) ? new Set([...set].filter((other) => other !== id)) : new Set([...set, id]);

/** `key` identifies the page of the list; a different page starts without marks. */
export function useMarks(key: string): Marks {
  const [expansion, setExpansion] = useState({ key, ids: none });
  const [selection, setSelection] = useState({ key, ids: none });
  const actions = useMemo(() => {
    const of = (last: typeof expansion) => (last.key === key ? last.ids : none);
    const without = (last: typeof expansion, ids: readonly string[]) => [...of(last)].filter((id) => !ids.includes(id));
    return {
      toggle: (id: string) => setExpansion((last) => ({ key, ids: switched(of(last), id) })),
      expand: (id: string) => setExpansion((last) => ({ key, ids: new Set([...of(last), id]) })),
      collapse: (ids: readonly string[]) => setExpansion((last) => ({ key, ids: new Set(without(last, ids)) })),
      select: (id: string) => setSelection((last) => ({ key, ids: switched(of(last), id) })),
      selectAll: (ids: readonly string[]) => setSelection({ key, ids: new Set(ids) }),
      clearSelection: () => setSelection({ key, ids: none }),
    };
  }, [key]);
  const expanded = expansion.key === key ? expansion.ids : none;
  const selected = selection.key === key ? selection.ids : none;
  return useMemo(() => ({ expanded, selected, ...actions }), [expanded, selected, actions]);
}
