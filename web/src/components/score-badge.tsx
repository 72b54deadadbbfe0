import { bandOf } from '../lib/score-band.ts';
import { brandArcs, brandDot } from './brand-paths.ts';
import styles from './score-badge.module.css';

/** The score as a dial, with its number. The relevance beside it is the only word on a lead's quality. */
export function ScoreBadge({ score }: { readonly score: string }) {
  const band = bandOf(Number(score));
  return (
    <span className={styles.badge} data-band={band}>
      <Dial score={Number(score)} />
      <span className={styles.number}>
        {score}
        <span className="unseen"> out of 10</span>
      </span>
    </span>
  );
}

/** The arcs of the mark: each is a third of the scale from 0 to 10, and fills from below. Decorative beside the number. */
function Dial({ score }: { readonly score: number }) {
  return (
    <svg className={styles.dial} width={22} height={22} viewBox="0 0 24 24" aria-hidden="true">
      <circle {...brandDot} />
      {brandArcs.map((arc, index) => {
        const filled = Math.min(Math.max((score * brandArcs.length) / 10 - index, 0), 1);
        return (
          <g key={arc} transform="matrix(1 0 0 -1 0 24)">
            <path d={arc} className={styles.track} />
            {filled > 0 && <path d={arc} pathLength={1} strokeDasharray={`${filled} 2`} />}
          </g>
        );
      })}
    </svg>
  );
}
