import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useOnline, watchBrowserNetwork } from '../lib/network.ts';
import { texts } from './texts.ts';
import styles from './offline-bar.module.css';

/** Shows that Earshot cannot be reached. When it can be reached again, the failed queries are retried. */
export function OfflineBar() {
  const isOnline = useOnline();
  const queryClient = useQueryClient();
  const wasOffline = useRef(false);
  useEffect(watchBrowserNetwork, []);
  useEffect(() => {
    if (isOnline && wasOffline.current) {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
    }
    wasOffline.current = !isOnline;
  }, [isOnline, queryClient]);
  return (
    <div className={styles.place} role="status">
      {!isOnline && (
        <p className={styles.bar}>
          <span className={styles.dot} aria-hidden="true" />
          {texts.offline}
        </p>
      )}
    </div>
  );
}
