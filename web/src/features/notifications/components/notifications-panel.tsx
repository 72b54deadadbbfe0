import type { Notification } from '@earshot/proto/http/outreach';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { useReadNotifications } from '../api/notifications.ts';
import { groupsOf } from '../groups.ts';
import { texts } from '../texts.ts';
import { GroupRow } from './group-row.tsx';
import styles from './notifications-panel.module.css';

interface NotificationsPanelProps {
  readonly id: string;
  readonly result: UseQueryResult<Notification[]>;
  /** The user opened the page of a notification. */
  readonly onFollow: () => void;
  readonly onClose: () => void;
}

export function NotificationsPanel({ id, result, onFollow, onClose }: NotificationsPanelProps) {
  const read = useReadNotifications();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const hasUnread = result.data?.some(({ isRead }) => !isRead) ?? false;
  const markAll = () => {
    read.mutate(undefined);
    // The button disappears after its action, so the focus moves to the panel.
    panel.current?.focus();
  };
  const follow = (followed: readonly Notification[]) => {
    const unread = followed.filter(({ isRead }) => !isRead);
    if (unread.length > 0) read.mutate(unread.map(({ id: one }) => one));
    onFollow();
  };
  return (
    <div ref={panel} id={id} className={styles.panel} role="dialog" aria-label={texts.title} tabIndex={-1}>
      <div className={styles.top}>
        <h2 className={styles.title}>{texts.title}</h2>
        {hasUnread && (
          <Button type="text" size="small" onClick={markAll}>
            {texts.markAll}
          </Button>
        )}
        <Button type="text" size="small" aria-label={texts.close} icon={<Icon name="close" />} onClick={onClose} />
      </div>
      <Body result={result} onFollow={follow} />
    </div>
  );
}

interface BodyProps {
  readonly result: UseQueryResult<Notification[]>;
  /** The user opened the page of these notifications. */
  readonly onFollow: (followed: readonly Notification[]) => void;
}

function Body({ result: { data, error, refetch }, onFollow }: BodyProps) {
  if (error && !data) return <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0) {
    return <EmptyState text={texts.empty} plain />;
  }
  return (
    <ul className={`${styles.list} scrolls`} aria-label={texts.list}>
      {groupsOf(data).map((group) => (
        <li key={group.id}>
          <GroupRow group={group} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.title} className={styles.waiting}>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.words}>
          <Skeleton width="60%" />
          <Skeleton width="90%" height={12} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
