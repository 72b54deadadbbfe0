import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Pager } from '../../../components/pager.tsx';
import { SearchInput } from '../../../components/search-input.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { paths } from '../../../config/paths.ts';
import { historyQueries } from '../api/list-messages.ts';
import { type Entry, entriesOf, entriesWith, remindersByLead } from '../entries.ts';
import { entriesIn, type MessagesView, pageOf, readView, tabNames, writeView } from '../message-tabs.ts';
import { texts } from '../texts.ts';
import { MessageCard } from './message-card.tsx';
import styles from './message-history.module.css';

interface MessageHistoryProps {
  /** Called before the lead of a message opens. */
  readonly onOpen: (entry: Entry) => void;
}

/** The lists of the history, put together; no entries until all of them are there. */
function useHistory() {
  const [generated, drafts, sent, reminders] = useQueries({ queries: historyQueries });
  const queries = [generated, drafts, sent, reminders];
  const entries = useMemo(
    () =>
      generated.data && drafts.data && sent.data
        ? entriesOf({ generated: generated.data, drafts: drafts.data, sent: sent.data })
        : undefined,
    [generated.data, drafts.data, sent.data],
  );
  const byLead = useMemo(() => remindersByLead(reminders.data ?? []), [reminders.data]);
  return {
    entries: reminders.data && entries,
    byLead,
    error: queries.find(({ error }) => error)?.error ?? null,
    retry: () => queries.forEach((query) => void (query.error && query.refetch())),
  };
}

/** All drafts and messages, filtered by type and search, newest first. Tab, search and page are in the address. */
export function MessageHistory({ onOpen }: MessageHistoryProps) {
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const { entries, byLead, error, retry } = useHistory();
  const found = useMemo(() => entries && entriesWith(entries, view.search), [entries, view.search]);
  const tabs = tabNames.map((value) => ({
    value,
    label: texts.tabs[value],
    count: found ? entriesIn(found, value).length : undefined,
  }));
  const show = (part: Partial<MessagesView>) => setSearch(writeView({ ...view, page: 1, ...part }), { replace: true });
  const goTo = (page: number) => {
    setSearch(writeView({ ...view, page }));
    scrollTo({ top: 0 });
  };
  return (
    <section className={styles.history} aria-label={texts.title}>
      <div className={styles.top}>
        <h2 className={styles.title}>{texts.title}</h2>
        <SearchInput
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={view.search}
          onChange={({ target }) => show({ search: target.value })}
        />
      </div>
      <Tabs label={texts.title} tabs={tabs} value={view.tab} onChange={(tab) => show({ tab })}>
        <div className={styles.panel}>
          {error && <LoadError what={texts.what} error={error} onRetry={retry} />}
          {!found && !error && <Waiting />}
          {found && !(error && found.length === 0) && (
            <Messages entries={entriesIn(found, view.tab)} view={view} onPage={goTo}>
              {(entry) => <MessageCard entry={entry} reminder={byLead.get(entry.leadId)} onOpen={onOpen} />}
            </Messages>
          )}
        </div>
      </Tabs>
    </section>
  );
}

interface MessagesProps {
  readonly entries: readonly Entry[];
  readonly view: MessagesView;
  readonly onPage: (page: number) => void;
  readonly children: (entry: Entry) => React.ReactNode;
}

function Messages({ entries, view, onPage, children }: MessagesProps) {
  const { shown, page, pages } = pageOf(entries, view.page);
  if (shown.length === 0) {
    if (view.search.trim() !== '') return <EmptyState text={texts.noneFound} />;
    return (
      <EmptyState text={texts.empty[view.tab]} action={<LinkButton to={paths.leads}>{texts.toLeads}</LinkButton>} />
    );
  }
  return (
    <>
      <ul className={styles.list} aria-label={texts.tabs[view.tab]}>
        {shown.map((entry) => (
          <li key={entry.id}>{children(entry)}</li>
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
