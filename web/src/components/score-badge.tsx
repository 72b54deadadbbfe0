import { bandOf } from '../lib/score-band.ts';
import styles from './score-badge.module.css';

const words = { high: 'Excellent match', middle: 'Good match', low: 'Possible match' } as const;

/** The score with the name of its band. */
export function ScoreBadge({ score }: { readonly score: string }) {
  const band = bandOf(Number(score));
  return (
    <span className={styles.badge} data-band={band}>
      <span className={styles.number}>
        {score}
        <span className="unseen"> out of 10</span>
      </span>
      <span className={styles.word}>{words[band]}</span>
    </span>
  );
}
