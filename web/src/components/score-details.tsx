import type { ScorePart } from '@earshot/proto/http/lead';
import { Direction } from './direction.tsx';
import { reasonsOf } from './reasons.ts';
import styles from './score-details.module.css';

interface ScoreDetailsProps {
  readonly parts: readonly ScorePart[];
  /** Label of the button that opens the details. */
  readonly label: string;
}

/** Lists on demand the reasons of a score with the words of the post that they rest on. */
export function ScoreDetails({ parts, label }: ScoreDetailsProps) {
  const reasons = reasonsOf(parts);
  if (reasons.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>{label}</summary>
      <dl className={styles.parts}>
        {reasons.map(({ part: { points, note, quote }, index }) => (
          <div key={index} className={styles.part}>
            <dt>
              <Direction points={points} />
            </dt>
            <dd>
              {note}
              {quote !== null && <q className={styles.quote}>{quote}</q>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
