import styles from './brand-mark.module.css';
import { brandArcs, brandDot } from './brand-paths.ts';

interface BrandMarkProps {
  readonly size?: number;
  /** The arcs light up in turn: Earshot is listening. */
  readonly listening?: boolean;
}

/** Three arcs opening from a dot: sound reaching an ear. Decorative, because the name is next to it. */
export function BrandMark({ size = 24, listening = false }: BrandMarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--primary)"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle {...brandDot} fill="var(--primary)" stroke="none" />
      {brandArcs.map((arc) => (
        <path key={arc} d={arc} className={listening ? styles.arc : undefined} />
      ))}
    </svg>
  );
}
