import { useId } from 'react';
import { Segmented } from '../../../components/segmented.tsx';
import { TextInput } from '../../../components/text-input.tsx';
import { areValid, trendRanges } from '../figures/trend-range.ts';
import { texts } from '../texts.ts';
import type { TrendChoice } from '../use-trend-range.ts';
import styles from './analytics-board.module.css';

const choices = trendRanges.map((value) => ({ value, label: texts.ranges[value] }));

/** Chooses the days of the trend. */
export function TrendRangeChoice({ choice: { range, typed, choose, type } }: { readonly choice: TrendChoice }) {
  const id = useId();
  const isWrong = !areValid(typed);
  return (
    <div className={styles.range}>
      <Segmented label={texts.range} value={range} choices={choices} onChange={choose} />
      {range === 'own' && (
        <div className={styles.days}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end} htmlFor={`${id}-${end}`} className={styles.day}>
              {texts.rangeEnds[end]}
              <TextInput
                id={`${id}-${end}`}
                type="date"
                value={typed[end]}
                aria-invalid={isWrong}
                onChange={({ target }) => type({ ...typed, [end]: target.value })}
              />
            </label>
          ))}
          {isWrong && <p role="alert">{texts.rangeWrong}</p>}
        </div>
      )}
    </div>
  );
}
