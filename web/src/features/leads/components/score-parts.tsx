import type { Lead } from '@earshot/proto/http/lead';
import { texts } from '../texts.ts';
import styles from './score-parts.module.css';

/** The named parts whose points sum to the score. */
export function ScoreParts({ lead }: { readonly lead: Lead }) {
  if (lead.aiAnalysis.parts.length === 0) return null;
  return (
    <section className={styles.parts} aria-label={texts.why}>
      <h4 className={styles.heading}>{texts.why}</h4>
      <dl className={styles.list}>
        {lead.aiAnalysis.parts.map((part, index) => (
          <div key={index} className={styles.row} data-loss={part.points < 0}>
            <dt className={styles.points}>{`${part.points < 0 ? '−' : '+'}${Math.abs(part.points).toFixed(1)}`}</dt>
            <dd className={styles.note}>{part.note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
