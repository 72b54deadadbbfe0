import { texts } from '../texts.ts';
import { bandOf } from '../score-band.ts';
import styles from './score-badge.module.css';

/** The score with its band in words. */
export function ScoreBadge({ score }: { readonly score: string }) {
  const band = bandOf(Number(score));
  return (
    <span className={styles.badge} data-band={band}>
      <span className={styles.number}>
        {score}
        <span className="unseen"> {texts.outOf}</span>
      </span>
      <span className={styles.word}>{texts.bands[band]}</span>
    </span>
  );
}
