import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { CommunityName } from '../../../components/community-name.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Pager } from '../../../components/pager.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { SourceChoice } from '../../../components/source-choice.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { useChosenSource, useSeveralSources } from '../../../lib/sources.ts';
import { useFocusAfterRemoval } from '../../../lib/use-focus-after-removal.ts';
import { useDeleteSubreddit } from '../api/delete-subreddit.ts';
import { subredditsQuery } from '../api/list-subreddits.ts';
import { inOrder } from '../names.ts';
import { texts } from '../texts.ts';
import { AddByName } from './add-by-name.tsx';
import styles from './monitored-subreddits.module.css';
import { PickerDialog } from './picker-dialog.tsx';

const pageSize = 5;

/** The communities that a scan reads: add by name, browse suggestions, a paginated list, delete. */
export function MonitoredSubreddits() {
  const list = useQuery(subredditsQuery);
  const { sources, source, choose } = useChosenSource();
  const [browsing, setBrowsing] = useState(false);
  return (
    <Card id="communities" title={texts.monitored} help={texts.monitoredHelp}>
      <SourceChoice sources={sources} value={source?.id ?? ''} onChange={choose} />
      <div className={styles.add}>
        <AddByName source={source} label={source === sources[0] ? texts.addByName : texts.addCommunity} />
        <Button onClick={() => setBrowsing(true)}>{texts.browse}</Button>
      </div>
      {list.isError && <LoadError what={texts.what} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Waiting />}
      {list.data?.length === 0 && <p className={styles.empty}>{texts.noneAdded}</p>}
      {list.data && list.data.length > 0 && <PagedList />}
      <PickerDialog open={browsing} onClose={() => setBrowsing(false)} />
    </Card>
  );
}

/** As tall as the text of the empty list; the loaded list may be taller. */
function Waiting() {
  return (
    <SkeletonGroup label={texts.monitored}>
      <Skeleton height={54} />
    </SkeletonGroup>
  );
}

function PagedList() {
  const { data = [] } = useQuery(subredditsQuery);
  const [wanted, setWanted] = useState(1);
  const showsSource = useSeveralSources();
  const remove = useDeleteSubreddit();
  const { place, removing } = useFocusAfterRemoval<HTMLDivElement>(data.length);
  const pages = Math.max(1, Math.ceil(data.length / pageSize));
  const page = Math.min(wanted, pages);
  const shown = inOrder(data).slice((page - 1) * pageSize, page * pageSize);
  return (
    <div ref={place} className={styles.paged} tabIndex={-1}>
      <ul className={styles.list}>
        {shown.map(({ id, name, communityLabel, sourceLabel, isActive, check }, index) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>
              <CommunityName name={name} communityLabel={communityLabel} />
            </span>
            {showsSource && <SourceTag label={sourceLabel} />}
            <span className={styles.badge} data-active={isActive && check === 'passed'}>
              {!isActive ? texts.inactive : texts.checks[check]}
            </span>
            <Button
              type="text"
              size="small"
              aria-label={texts.remove(communityLabel)}
              icon={<Icon name="trash" />}
              data-remove
              loading={remove.isPending && remove.variables === id}
              onClick={() => {
                removing(index);
                remove.mutate(id);
              }}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} label={texts.monitored} onPage={setWanted} />}
    </div>
  );
}
