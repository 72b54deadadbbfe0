import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { texts } from '../texts.ts';
import styles from './composer.module.css';

/** The placeholder of the composer while its code loads. It is as tall as the composer, so that what is below does not move. */
export function ComposerWaiting() {
  return (
    <SkeletonGroup label={texts.composer} className={`${styles.composer} ${styles.waiting}`}>
      <Skeleton width="80%" height={80} />
      <Skeleton height={102} />
      <Skeleton width="40%" height={36} />
      <Skeleton width="30%" height={36} />
      <Skeleton width="60%" height={36} />
    </SkeletonGroup>
  );
}
