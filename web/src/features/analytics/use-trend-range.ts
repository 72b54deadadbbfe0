import { useState } from 'react';
import { areValid, lastDays, type TrendDays, type TrendRange } from './figures/trend-range.ts';

/** The chosen range of the trend, and how to change it. */
export interface TrendChoice {
  readonly range: TrendRange;
  /** The days of the range; of an own range the last valid ones. */
  readonly days: TrendDays;
  /** The days in the fields of an own range. */
  readonly typed: TrendDays;
  readonly choose: (range: TrendRange) => void;
  readonly type: (days: TrendDays) => void;
}

/** The trend begins with seven days. An own range begins with the days that were shown before. */
export function useTrendRange(timeZone: string): TrendChoice {
  const [range, setRange] = useState<TrendRange>('7d');
  const [now] = useState(() => Date.now());
  const [own, setOwn] = useState<TrendDays>(() => lastDays('30d', now, timeZone));
  const [typed, setTyped] = useState<TrendDays>(own);
  const days = range === 'own' ? own : lastDays(range, now, timeZone);
  return {
    range,
    days,
    typed,
    choose: (wanted) => {
      if (wanted === 'own') {
        setOwn(days);
        setTyped(days);
      }
      setRange(wanted);
    },
    type: (wanted) => {
      setTyped(wanted);
      if (areValid(wanted)) setOwn(wanted);
    },
  };
}
