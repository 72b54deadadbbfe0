import { Icon } from '../../../components/icon.tsx';
import { texts } from '../texts.ts';
import type { ShownLeads } from '../use-leads.ts';
import styles from './list-notice.module.css';

interface ListNoticeProps {
  readonly shown: ShownLeads;
  readonly onShowWaiting: () => void;
}

/** A notice over the list that does not move it: new leads are waiting, or the last refetch failed. */
export function ListNotice({ shown, onShowWaiting }: ListNoticeProps) {
  const { leads, waiting, mayBeMore, error, retry } = shown;
  const failed = error !== null && leads !== null;
  return (
    <div className={styles.place} role="status">
      {waiting > 0 && (
        <button type="button" className={styles.pill} onClick={onShowWaiting}>
          <Icon name="up" size={14} />
          {texts.newLeads(waiting, mayBeMore)}
        </button>
      )}
      {failed && (
        <span className={styles.failed}>
          {texts.refreshFailed}
          <button type="button" className={styles.retry} onClick={retry}>
            {texts.retry}
          </button>
        </span>
      )}
    </div>
  );
}
