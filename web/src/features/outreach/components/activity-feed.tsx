import { type MessageType, messageTypes } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { activityQuery } from '../api/list-activity.ts';
import { sentMessagesQuery } from '../api/list-sent-messages.ts';
import { isUnconfirmed } from '../sending-state.ts';
import { texts } from '../texts.ts';
import styles from './activity-feed.module.css';
import { ActivityEntry } from './activity-entry.tsx';
import { Unconfirmed } from './unconfirmed.tsx';

const tabs = messageTypes.map((value) => ({ value, label: texts.tabs[value] }));

/** The messages to authors, newest first, and those that the user has to confirm. */
export function ActivityFeed() {
  const [tab, setTab] = useState<MessageType>('dm');
  // Both tabs are loaded, so that switching is instant.
  const dms = useQuery(activityQuery('dm'));
  const comments = useQuery(activityQuery('comment'));
  const [result, other] = tab === 'dm' ? [dms, comments] : [comments, dms];
  const emptyText = other.data?.length === 0 ? texts.empty : texts.emptyTab[tab];
  return (
    <Tabs label={texts.feed} tabs={tabs} value={tab} onChange={setTab}>
      <ToConfirm messageType={tab} />
      {result.error && <LoadError what={texts.what[tab]} error={result.error} onRetry={() => void result.refetch()} />}
      {result.isPending && <Waiting />}
      {result.data?.length === 0 && !result.error && <EmptyState text={emptyText} plain />}
      {result.data && result.data.length > 0 && (
        <ul className={styles.list} aria-label={texts.tabs[tab]}>
          {result.data.map((item) => (
            <ActivityEntry key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Tabs>
  );
}

const nothing = () => undefined;

/** Unconfirmed messages of all leads. */
function ToConfirm({ messageType }: { readonly messageType: MessageType }) {
  const { data } = useQuery(sentMessagesQuery);
  const open = (data ?? []).filter((one) => one.messageType === messageType && isUnconfirmed(one, Date.now()));
  if (open.length === 0) return null;
  return (
    <ul className={styles.confirm} aria-label={texts.unconfirmed}>
      {open.map((message) => (
        <li key={message.id}>
          <Unconfirmed message={message} to={message.recipientUsername} onSent={nothing} />
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.feed} className={styles.list}>
      {[0, 1, 2].map((entry) => (
        <div key={entry} className={styles.waiting}>
          <Skeleton width="60%" height={14} />
          <Skeleton width="90%" height={14} />
          <Skeleton height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
