import { useLiveLink } from '../lib/live-link.ts';
import styles from './reconnecting.module.css';

/** A label at a live list while the connection is lost. Its space is reserved, so that nothing moves. */
export function Reconnecting() {
  const isLost = useLiveLink() === 'reconnecting';
  return (
    <span className={styles.place} role="status">
      {isLost && (
        <span className={styles.word}>
          <span className={styles.dot} aria-hidden="true" />
          Reconnecting
        </span>
      )}
    </span>
  );
}
