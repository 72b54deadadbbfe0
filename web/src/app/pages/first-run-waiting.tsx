import { Skeleton, SkeletonGroup } from '../../components/skeleton.tsx';
import { texts } from '../../features/first-run/texts.ts';
import styles from './first-run-waiting.module.css';

/** The shape of the first step while its code or the account's settings load. */
export function FirstRunWaiting() {
  return (
    <SkeletonGroup label={texts.what} className={styles.waiting}>
      <Skeleton width="60%" height={24} />
      <Skeleton height={120} />
      <Skeleton height={200} />
    </SkeletonGroup>
  );
}
