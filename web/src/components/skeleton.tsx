import styles from './skeleton.module.css';

interface SkeletonProps {
  readonly width?: string;
  readonly height?: number;
}

/** A grey placeholder bar in the final shape. It is invisible for the first 200 ms, so that fast answers do not flicker. */
export function Skeleton({ width = '100%', height = 16 }: SkeletonProps) {
  return <span className={styles.bar} style={{ width, height }} />;
}

interface SkeletonGroupProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: React.ReactNode;
}

export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    <div className={`${styles.group} ${className ?? ''}`} role="status" aria-label={label}>
      {children}
    </div>
  );
}
