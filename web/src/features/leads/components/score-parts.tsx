import type { Lead } from '@earshot/proto/http/lead';
import { shownQuote } from '@earshot/proto/values';
import { ScoreBadge } from '../../../components/score-badge.tsx';
import { paths } from '../../../config/paths.ts';
import { byQuote } from '../parts-by-quote.ts';
import { texts } from '../texts.ts';
import styles from './score-parts.module.css';

interface ScorePartsProps {
  readonly lead: Lead;
  /** Indexes of the parts that are pointed out. */
  readonly shown: readonly number[];
  readonly onShow: (parts: readonly number[]) => void;
}

/**
 * The named score parts with their quotes; their points sum to the score. A quote points out its words in the post. Parts
 * that rest on the same words stand together, and the quote follows the last of them.
 */
export function ScoreParts({ lead, shown, onShow }: ScorePartsProps) {
  const parts = byQuote(lead.aiAnalysis.parts);
  if (parts.length === 0) return null;
  return (
    <div className={styles.parts} role="group" aria-label={texts.why}>
      <div className={styles.top}>
        <h3 className={styles.heading}>{texts.why}</h3>
        <span className={styles.score}>
          <ScoreBadge score={lead.score} />
        </span>
      </div>
      <dl className={styles.list}>
        {parts.map(({ part, index, quoted }) => (
          <div key={index} className={styles.row} data-loss={part.points < 0} data-shown={shown.includes(index)}>
            <dt className={styles.points}>{`${part.points < 0 ? '−' : '+'}${Math.abs(part.points).toFixed(1)}`}</dt>
            <dd className={styles.note}>
              {part.name === 'learned' && <strong className={styles.learned}>{texts.learned}: </strong>}
              {part.note}
              {part.quote !== null && quoted !== null && (
                <button
                  type="button"
                  className={styles.quote}
                  aria-pressed={shown.includes(index)}
                  onClick={() => onShow(shown.includes(index) ? [] : quoted)}
                >
                  {`“${shownQuote(part.quote, [lead.title, lead.content])}”`}
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <a className={styles.measured} href={paths.scores} target="_blank" rel="noopener">
        {texts.measured}
      </a>
    </div>
  );
}
