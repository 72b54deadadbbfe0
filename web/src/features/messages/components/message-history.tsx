import type { GeneratedMessage } from '@earshot/proto/http/outreach';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Pager } from '../../../components/pager.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { paths } from '../../../config/paths.ts';
import { generatedMessagesQuery } from '../api/list-generated-messages.ts';
import { messagesOf, pageOf, readView, type TabName, tabNames, writeView } from '../message-tabs.ts';
import { texts } from '../texts.ts';
import { MessageCard } from './message-card.tsx';
import styles from './message-history.module.css';

/** All generated drafts, filtered by type, newest first. The tab and the page are in the address. */
export function MessageHistory() {
  const [search, setSearch] = useSearchParams();
  const { tab, page } = readView(search);
  const { data, error, isPending, refetch } = useQuery(generatedMessagesQuery);
  const tabs = tabNames.map((value) => ({
    value,
    label: texts.tabs[value],
    count: data ? messagesOf(data, value).length : undefined,
  }));
  const goTo = (wanted: number) => {
    setSearch(writeView({ tab, page: wanted }));
    scrollTo({ top: 0 });
  };
  return (
    <section className={styles.history} aria-label={texts.title}>
      <h2 className={styles.title}>{texts.title}</h2>
      <Tabs
        label={texts.title}
        tabs={tabs}
        value={tab}
        onChange={(value) => setSearch(writeView({ tab: value, page: 1 }), { replace: true })}
      >
        <div className={styles.panel}>
          {error && <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />}
          {isPending && <Waiting />}
          {data && !(error && data.length === 0) && (
            <Messages messages={messagesOf(data, tab)} tab={tab} page={page} onPage={goTo} />
          )}
        </div>
      </Tabs>
    </section>
  );
}

interface MessagesProps {
  readonly messages: readonly GeneratedMessage[];
  readonly tab: TabName;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Messages({ messages, tab, page: wanted, onPage }: MessagesProps) {
  const { shown, page, pages } = pageOf(messages, wanted);
  if (shown.length === 0) {
    return <EmptyState text={texts.empty[tab]} action={<LinkButton to={paths.leads}>{texts.toLeads}</LinkButton>} />;
  }
  return (
    <>
      <ul className={styles.list} aria-label={texts.tabs[tab]}>
        {shown.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} />
          </li>
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} label={texts.list} onPage={onPage} />}
    </>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.list} className={styles.list}>
      {[0, 1, 2].map((card) => (
        <div key={card} className={styles.card}>
          <Skeleton width="40%" height={20} />
          <Skeleton height={16} />
          <Skeleton height={16} />
          <Skeleton width="70%" height={16} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
