import type { Lead } from '@earshot/proto/http/lead';
import { shownQuote } from '@earshot/proto/values';
import { ScoreBadge } from '../../../components/score-badge.tsx';
import { Direction } from '../../../components/direction.tsx';
import { reasonsOf } from '../../../components/reasons.ts';
import { paths } from '../../../config/paths.ts';
import { byQuote } from '../parts-by-quote.ts';
import { texts } from '../texts.ts';
import styles from './score-parts.module.css';

interface ScorePartsProps {
  readonly lead: Lead;
  /** Indexes of the score's parts that are pointed out. */
  readonly shown: readonly number[];
  readonly onShow: (parts: readonly number[]) => void;
}

/**
 * The reasons of a score with their quotes. A quote points out its words in the post. Reasons that rest on the same words stand
 * together, and the quote follows the last of them.
 */
export function ScoreParts({ lead, shown, onShow }: ScorePartsProps) {
  const parts = byQuote(reasonsOf(lead.aiAnalysis.parts));
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
          <div key={index} className={styles.row} data-shown={shown.includes(index)}>
            <dt>
              <Direction points={part.points} />
            </dt>
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
