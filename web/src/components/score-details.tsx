import type { ScorePart } from '@earshot/proto/http/lead';
import styles from './score-details.module.css';

interface ScoreDetailsProps {
  readonly parts: readonly ScorePart[];
  /** Label of the button that opens the details. */
  readonly label: string;
}

/** Lists on demand each part of a score with its points and the words of the post that earned it. */
export function ScoreDetails({ parts, label }: ScoreDetailsProps) {
  const counted = parts.filter(({ points }) => points !== 0);
  if (counted.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>{label}</summary>
      <dl className={styles.parts}>
        {counted.map(({ points, note, quote }, index) => (
          <div key={index} className={styles.part}>
            <dt>{`${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`}</dt>
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
