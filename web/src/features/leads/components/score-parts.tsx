import type { Lead } from '@earshot/proto/http/lead';
import { texts } from '../texts.ts';
import styles from './score-parts.module.css';

/** The named score parts; their points sum to the score. */
export function ScoreParts({ lead }: { readonly lead: Lead }) {
  const parts = lead.aiAnalysis.parts.filter(({ points }) => points !== 0);
  if (parts.length === 0) return null;
  return (
    <div className={styles.parts} role="group" aria-label={texts.why}>
      <h3 className={styles.heading}>{texts.why}</h3>
      <dl className={styles.list}>
        {parts.map((part, index) => (
          <div key={index} className={styles.row} data-loss={part.points < 0}>
            <dt className={styles.points}>{`${part.points < 0 ? '−' : '+'}${Math.abs(part.points).toFixed(1)}`}</dt>
            <dd className={styles.note}>
              {part.name === 'learned' && <strong className={styles.learned}>{texts.learned}: </strong>}
              {part.note}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
