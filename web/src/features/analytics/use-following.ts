import { useEffect, useRef } from 'react';

/** Figures are counted from events, up to two seconds after a lead appears in a list. */
const countedAfterMs = 2000;

/** Refetches the figures a little after the list has changed. Several changes within the delay cause one refetch. */
export function useFollowing(list: unknown, refetch: () => unknown): void {
  const seen = useRef(list);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const isFirst = seen.current === undefined;
    if (seen.current === list) return;
    seen.current = list;
    if (isFirst || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      refetch();
    }, countedAfterMs);
  }, [list, refetch]);
}
