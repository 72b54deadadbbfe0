import { useMemo, useState } from 'react';

/** The open lead, and the leads selected for bulk actions. */
export interface Marks {
  /** The open lead; empty for none. */
  readonly openId: string;
  readonly selected: ReadonlySet<string>;
  /** The number of leads of all pages, if all that match the filters are selected; else 0. */
  readonly matching: number;
  readonly toggle: (id: string) => void;
  /** Opens a lead instead of the one that is open, if any. */
  readonly expand: (id: string) => void;
  readonly close: () => void;
  readonly select: (id: string) => void;
  readonly selectAll: (ids: readonly string[]) => void;
  /** Selects all leads that match the filters: `total` on all pages, of which this page shows `ids`. */
  readonly selectMatching: (ids: readonly string[], total: number) => void;
  readonly clearSelection: () => void;
}

const none: ReadonlySet<string> = new Set();

const switched = (set: ReadonlySet<string>, id: string) =>
  set.has(id) ? new Set([...set].filter((other) => other !== id)) : new Set([...set, id]);

interface MarksOptions {
  /** Identifies the page of the list; a different page starts without a selection. */
  readonly key: string;
  /** The open lead, which the address names, and how to open another one or none. */
  readonly openId: string;
  readonly isOpen: (id: string) => boolean;
  readonly open: (id: string) => void;
}

export function useMarks({ key, openId, isOpen, open }: MarksOptions): Marks {
  const [selection, setSelection] = useState({ key, ids: none, matching: 0 });
  const selecting = useMemo(() => {
    const of = (last: typeof selection) => (last.key === key ? last.ids : none);
    return {
      select: (id: string) => setSelection((last) => ({ key, ids: switched(of(last), id), matching: 0 })),
      selectAll: (ids: readonly string[]) => setSelection({ key, ids: new Set(ids), matching: 0 }),
      selectMatching: (ids: readonly string[], total: number) =>
        setSelection({ key, ids: new Set(ids), matching: total }),
      clearSelection: () => setSelection({ key, ids: none, matching: 0 }),
    };
  }, [key]);
  const opening = useMemo(
    () => ({
      toggle: (id: string) => open(isOpen(id) ? '' : id),
      expand: (id: string) => {
        if (!isOpen(id)) open(id);
      },
      close: () => open(''),
    }),
    [isOpen, open],
  );
  const { ids: selected, matching } = selection.key === key ? selection : { ids: none, matching: 0 };
  return useMemo(
    () => ({ openId, selected, matching, ...selecting, ...opening }),
    [openId, selected, matching, selecting, opening],
  );
}
