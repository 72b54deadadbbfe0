import type { Subreddit } from '@earshot/proto/http/lead';
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
import type { DescribedBusiness } from '../../../lib/ranked-communities.ts';
import { sentence } from '../../../lib/format.ts';
import { isSample, useChosenSource, useListNoun, useSeveralSources } from '../../../lib/sources.ts';
import { useFocusAfterRemoval } from '../../../lib/use-focus-after-removal.ts';
import { communitiesQuery, useDeleteCommunity } from '../api/communities.ts';
import { inOrder } from '../names.ts';
import { texts } from '../texts.ts';
import { AddByName } from './add-by-name.tsx';
import styles from './monitored-communities.module.css';
import { PickerDialog } from './picker-dialog.tsx';

const pageSize = 5;

/** A community from which no posts arrive, in words. */
export interface CommunityMark {
  readonly badge: string;
  readonly text: string;
}

interface MonitoredCommunitiesProps {
  readonly business: DescribedBusiness | undefined;
  /** When communities that could not be read are tried again; empty if it is unknown. */
  readonly triedAgain: string;
  /** Undefined while posts arrive from the community. */
  readonly markOf: (community: Subreddit) => CommunityMark | undefined;
}

/** The communities that a scan reads: add by name, browse suggestions, a paginated list, delete. */
export function MonitoredCommunities({ business, triedAgain, markOf }: MonitoredCommunitiesProps) {
  const list = useQuery(communitiesQuery);
  const { sources, source, choose } = useChosenSource();
  const [browsing, setBrowsing] = useState(false);
  const noun = useListNoun();
  return (
    <Card id="communities" title={texts.monitored(noun)} help={texts.monitoredHelp}>
      <SourceChoice sources={sources} value={source?.id ?? ''} onChange={choose} />
      <div className={styles.add}>
        <AddByName source={source} label={texts.addByName(source?.communityNoun ?? 'subreddit')} />
        <Button onClick={() => setBrowsing(true)}>{texts.browse}</Button>
      </div>
      {list.isError && <LoadError what={texts.what} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Waiting />}
      {list.data?.length === 0 && <p className={styles.empty}>{texts.noneAdded(noun)}</p>}
      {list.data && list.data.length > 0 && <PagedList triedAgain={triedAgain} markOf={markOf} />}
      <PickerDialog open={browsing} onClose={() => setBrowsing(false)} business={business} />
    </Card>
  );
}

/** As tall as the text of the empty list; the loaded list may be taller. */
function Waiting() {
  const noun = useListNoun();
  return (
    <SkeletonGroup label={texts.monitored(noun)}>
      <Skeleton height={54} />
    </SkeletonGroup>
  );
}

function PagedList({ triedAgain, markOf }: Pick<MonitoredCommunitiesProps, 'triedAgain' | 'markOf'>) {
  const { data = [] } = useQuery(communitiesQuery);
  const [wanted, setWanted] = useState(1);
  const showsSource = useSeveralSources();
  const noun = useListNoun();
  const remove = useDeleteCommunity();
  const { place, removing } = useFocusAfterRemoval<HTMLDivElement>(data.length);
  const pages = Math.max(1, Math.ceil(data.length / pageSize));
  const page = Math.min(wanted, pages);
  const shown = inOrder(data).slice((page - 1) * pageSize, page * pageSize);
  return (
    <div ref={place} className={styles.paged} tabIndex={-1}>
      <ul className={styles.list}>
        {shown.map((community, index) => (
          <Row
            key={community.id}
            community={community}
            mark={community.isActive ? markOf(community) : undefined}
            triedAgain={triedAgain}
            showsSource={showsSource}
            isRemoving={remove.isPending && remove.variables.id === community.id}
            onRemove={() => {
              removing(index);
              remove.mutate({ id: community.id, source: community.source });
            }}
          />
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} label={texts.monitored(noun)} onPage={setWanted} />}
    </div>
  );
}

interface RowProps {
  readonly community: Subreddit;
  readonly mark: CommunityMark | undefined;
  readonly triedAgain: string;
  readonly showsSource: boolean;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
}

function Row({ community, mark, triedAgain, showsSource, isRemoving, onRemove }: RowProps) {
  const { name, communityLabel, sourceLabel, isActive, check, problem } = community;
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <CommunityName name={name} communityLabel={communityLabel} />
      </span>
      {showsSource && <SourceTag label={sourceLabel} />}
      <Badge community={community} mark={mark} />
      <Button
        type="text"
        size="small"
        aria-label={texts.remove(communityLabel)}
        icon={<Icon name="trash" />}
        data-remove
        loading={isRemoving}
        onClick={onRemove}
      />
      {isActive && problem !== null && (
        <span className={styles.problem}>
          {sentence(problem)} {check === 'failed' && triedAgain}
        </span>
      )}
      {problem === null && mark && <span className={styles.problem}>{mark.text}</span>}
    </li>
  );
}

interface BadgeProps {
  readonly community: Subreddit;
  readonly mark: CommunityMark | undefined;
}

/** Whether scans can read a community. The sample data lacks many communities that exist at the real site. */
function Badge({ community: { isActive, check, problem, source }, mark }: BadgeProps) {
  const isNotInSample = isSample({ source }) && check === 'missing';
  const state = isNotInSample ? texts.notInSample : texts.checks[check];
  const isMarked = problem === null && mark !== undefined;
  return (
    <span
      className={styles.badge}
      data-active={isActive && check === 'passed' && !isMarked}
      data-problem={isActive && (problem !== null || isMarked)}
      title={isActive && isNotInSample ? texts.connectToHear : undefined}
    >
      {!isActive ? texts.inactive : isMarked ? mark.badge : state}
    </span>
  );
}
