import { Skeleton, SkeletonGroup } from './skeleton.tsx';
import { Sparkline } from './sparkline.tsx';
import styles from './stat-card.module.css';

interface StatCardProps {
  readonly label: string;
  readonly value: string;
  /** What the value counts or is measured against: 'out of 10.0'. */
  readonly unit?: string;
  /** What changed, or what to do while there is no value. */
  readonly change?: React.ReactNode;
  /** Drawn as a sparkline, oldest first. */
  readonly series?: readonly number[] | undefined;
}

/** One number with its label, its change, and its course where there is one. */
export function StatCard({ label, value, unit, change, series }: StatCardProps) {
  return (
    <div className={styles.card} role="group" aria-label={label}>
      <p className={styles.label}>{label}</p>
      <p className={styles.row}>
        <span className={styles.value}>{value}</span>
        {unit && <span className={styles.unit}>{unit}</span>}
      </p>
      <p className={styles.change}>{change}</p>
      {series && <Sparkline values={series} />}
    </div>
  );
}

/** Cards side by side: four on a wide screen, two on a narrow one. */
export function StatCards({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <section className={styles.cards} aria-label={label}>
      {children}
    </section>
  );
}

/** The cards' final shape while their numbers are on the way. */
export function StatCardsSkeleton({ label, cards = 4 }: { readonly label: string; readonly cards?: number }) {
  return (
    <SkeletonGroup label={label} className={styles.cards}>
      {Array.from({ length: cards }, (_, index) => (
        <span key={index} className={styles.card}>
          <span className={styles.label}>
            <Skeleton width="96px" height={12} />
          </span>
          <span className={styles.row}>
            <Skeleton width="72px" height={28} />
          </span>
          <span className={styles.change}>
            <Skeleton width="120px" height={12} />
          </span>
        </span>
      ))}
    </SkeletonGroup>
  );
}
