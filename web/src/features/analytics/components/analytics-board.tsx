import type { LeadList } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { paths } from '../../../config/paths.ts';
import { statsQuery } from '../api/get-stats.ts';
import { latestLeadsQuery } from '../api/latest-leads.ts';
import { leadTrend, type TrendDay } from '../figures/lead-trend.ts';
import { recommendations } from '../figures/recommendations.ts';
import { rankSubreddits } from '../figures/subreddit-ranking.ts';
import { texts } from '../texts.ts';
import { AdviceList } from './advice-list.tsx';
import { useFollowing } from '../use-following.ts';
import styles from './analytics-board.module.css';
import { FiguresRow } from './figures-row.tsx';
import { LeadCharts } from './lead-charts.tsx';
import { SubredditPerformance } from './subreddit-performance.tsx';
import { SystemCard } from './system-card.tsx';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** An overview of all figures about the user's leads. */
export function AnalyticsBoard() {
  const stats = useQuery(statsQuery(timeZone));
  const leads = useQuery(latestLeadsQuery);
  const { data: list, dataUpdatedAt: now } = leads;
  useFollowing(list, stats.refetch);
  const trend = useMemo(() => list && leadTrend({ ...list, now, timeZone }), [list, now]);
  const settled = stats.data !== undefined || stats.error !== null;
  return (
    <div className={styles.board}>
      <FiguresRow result={stats} trend={trend} />
      {list && trend && settled ? (
        <LeadFigures list={list} trend={trend} stats={stats.data} />
      ) : leads.error && !list ? (
        <LoadError what={texts.whatLeads} error={leads.error} onRetry={() => void leads.refetch()} />
      ) : (
        <Shape />
      )}
      {(settled && list) || leads.error ? <SystemCard /> : null}
    </div>
  );
}

interface LeadFiguresProps {
  readonly list: LeadList;
  readonly trend: readonly TrendDay[];
  readonly stats: Parameters<typeof recommendations>[1];
}

function LeadFigures({ list, trend, stats }: LeadFiguresProps) {
  const ranking = useMemo(() => rankSubreddits(list.leads), [list.leads]);
  const advice = <AdviceList advice={recommendations(ranking, stats)} />;
  if (list.leads.length === 0) {
    return (
      <>
        <EmptyState
          text={texts.empty}
          action={
            <LinkButton to={paths.leads} primary>
              {texts.emptyAction}
            </LinkButton>
          }
        />
        {advice}
      </>
    );
  }
  return (
    <>
      <LeadCharts list={list} trend={trend} />
      <div className={styles.wide}>
        <SubredditPerformance list={list} ranking={ranking} />
        {advice}
      </div>
    </>
  );
}

/** The placeholder of the charts while the leads load. */
function Shape() {
  return (
    <SkeletonGroup label={texts.loadingCharts} className={styles.wide}>
      <Skeleton height={360} />
      <Skeleton height={360} />
    </SkeletonGroup>
  );
}
