import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { texts } from '../texts.ts';
import styles from './variants.module.css';

/** The placeholder of three drafts. */
export function VariantsWaiting() {
  return (
    <SkeletonGroup label={texts.writingThree} className={styles.list}>
      {[0, 1, 2].map((variant) => (
        <div key={variant} className={styles.waiting}>
          <Skeleton width="30%" />
          <Skeleton height={14} />
          <Skeleton height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
