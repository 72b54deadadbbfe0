import type { Notification } from '@earshot/proto/http/outreach';
import type { NotificationKind } from '@earshot/proto/values';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { useSeveralSources } from '../../../lib/sources.ts';
import { useReadNotifications } from '../api/read-notifications.ts';
import { texts } from '../texts.ts';
import styles from './notifications-panel.module.css';

const icons: Readonly<Record<NotificationKind, IconName>> = {
  'new-leads': 'spark',
  'scan-ended': 'scan',
  'scan-failed': 'scan',
  'send-failed': 'send',
  'follow-up': 'reply',
};

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
  const follow = ({ id: one, isRead }: Notification) => {
    if (!isRead) read.mutate([one]);
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
  readonly onFollow: (notification: Notification) => void;
}

function Body({ result: { data, error, refetch }, onFollow }: BodyProps) {
  if (error && !data) return <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0) {
    return <EmptyState text={texts.empty} plain />;
  }
  return (
    <ul className={styles.list} aria-label={texts.list}>
      {data.map((one) => (
        <li key={one.id}>
          <Row notification={one} onFollow={() => onFollow(one)} />
        </li>
      ))}
    </ul>
  );
}

function Row({ notification, onFollow }: { readonly notification: Notification; readonly onFollow: () => void }) {
  const { kind, sourceLabel, title, text, link, isRead, createdAt } = notification;
  const showsSource = useSeveralSources();
  return (
    <Link to={link} className={styles.row} data-kind={kind} onClick={onFollow}>
      <span className={styles.icon}>
        <Icon name={icons[kind]} />
      </span>
      <span className={styles.words}>
        <span className={styles.name} data-read={isRead}>
          {!isRead && <span className="unseen">{texts.unread}: </span>}
          {title}
        </span>
        <span className={styles.text}>{text}</span>
        <span className={styles.age}>
          <RelativeTime iso={createdAt} />
          {showsSource && sourceLabel !== undefined && <SourceTag label={sourceLabel} />}
        </span>
      </span>
      {!isRead && <span className={styles.dot} aria-hidden="true" />}
    </Link>
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
