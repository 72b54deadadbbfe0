import { Skeleton, SkeletonGroup } from './skeleton.tsx';
import { Sparkline } from './sparkline.tsx';
import styles from './stat-card.module.css';

interface StatCardProps {
  readonly label: string;
  readonly value: string;
  /** The unit or scale of the value, such as 'out of 10.0'. */
  readonly unit?: string;
  /** The change, or a hint while there is no value. */
  readonly change?: React.ReactNode;
  /** Values of the sparkline, oldest first. */
  readonly series?: readonly number[] | undefined;
}

/** One number with its label, its change, and a sparkline if there is a series. */
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

/** A grid of cards: four columns on a wide screen, two on a narrow one. */
export function StatCards({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <section className={styles.cards} aria-label={label}>
      {children}
    </section>
  );
}

/** The placeholder of the cards while their numbers load. */
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
