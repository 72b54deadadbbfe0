import type { Notification } from '@earshot/proto/http/outreach';
import type { NotificationKind } from '@earshot/proto/values';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { useSeveralSources } from '../../../lib/sources.ts';
import type { NotificationGroup } from '../groups.ts';
import { texts } from '../texts.ts';
import styles from './notifications-panel.module.css';

const icons: Readonly<Record<NotificationKind, IconName>> = {
  'new-leads': 'spark',
  'scan-ended': 'scan',
  'leads-withdrawn': 'skip',
  'scan-failed': 'scan',
  'send-failed': 'send',
  'follow-up': 'reply',
  'access-lost': 'link',
  'source-stopped': 'alert',
  'source-resumed': 'check',
};

interface GroupRowProps {
  readonly group: NotificationGroup;
  /** The user opened the page of these notifications. */
  readonly onFollow: (followed: readonly Notification[]) => void;
}

/** One notification, or several of one subject, which the user can look at one by one. */
export function GroupRow({ group: { title, text, members }, onFollow }: GroupRowProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [newest] = members;
  if (members.length === 1) return <Row notification={newest} onFollow={() => onFollow(members)} />;
  return (
    <>
      <Row notification={{ ...newest, title, text }} onFollow={() => onFollow(members)} />
      <div className={styles.more}>
        <Button
          type="text"
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.showFewer : texts.showAll(members.length)}
          <span className="unseen">: {title}</span>
        </Button>
      </div>
      {isOpen && (
        <ul id={id} className={styles.members} aria-label={title}>
          {members.map((one) => (
            <li key={one.id}>
              <Row notification={one} onFollow={() => onFollow([one])} />
            </li>
          ))}
        </ul>
      )}
    </>
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
