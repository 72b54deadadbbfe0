import type { LeadFigures } from '@earshot/proto/http/analytics';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { paths } from '../../../config/paths.ts';
import { leadFiguresQuery, statsQuery } from '../api/figures.ts';
import { recommendations } from '../figures/recommendations.ts';
import { rankCommunities } from '../figures/community-ranking.ts';
import { texts } from '../texts.ts';
import { type TrendChoice, useTrendRange } from '../use-trend-range.ts';
import { AdviceList } from './advice-list.tsx';
import styles from './analytics-board.module.css';
import { FiguresRow } from './figures-row.tsx';
import { Funnels } from './funnels.tsx';
import { LeadCharts } from './lead-charts.tsx';
import { CommunityPerformance } from './community-performance.tsx';
import { SystemCard } from './system-card.tsx';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

interface AnalyticsBoardProps {
  /** Administrators look after the system, so its state comes first for them. Undefined until it is known. */
  readonly systemFirst: boolean | undefined;
}

/** An overview of all figures about the user's leads, and the state of the system. */
export function AnalyticsBoard({ systemFirst }: AnalyticsBoardProps) {
  const choice = useTrendRange(timeZone);
  const stats = useQuery(statsQuery(timeZone));
  const leads = useQuery(leadFiguresQuery(choice.days, timeZone));
  const { data: figures } = leads;
  const settled = stats.data !== undefined || stats.error !== null;
  return (
    <div className={styles.board}>
      {systemFirst && <SystemCard />}
      <FiguresRow result={stats} series={figures?.trend.map(({ count }) => count)} />
      {leads.error && <LoadError what={texts.whatLeads} error={leads.error} onRetry={() => void leads.refetch()} />}
      {figures && settled ? (
        <Figures figures={figures} choice={choice} stats={stats.data} />
      ) : leads.error ? null : (
        <Shape />
      )}
      {systemFirst === false && ((settled && figures) || leads.error) ? <SystemCard /> : null}
    </div>
  );
}

interface FiguresProps {
  readonly figures: LeadFigures;
  readonly choice: TrendChoice;
  readonly stats: Parameters<typeof recommendations>[1];
}

function Figures({ figures, choice, stats }: FiguresProps) {
  const ranking = useMemo(() => rankCommunities(figures.communities), [figures.communities]);
  const advice = <AdviceList advice={recommendations(ranking, stats)} />;
  if (figures.found === 0) {
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
      <LeadCharts figures={figures} choice={choice} />
      <div className={styles.wide}>
        <CommunityPerformance ranking={ranking} />
        {advice}
      </div>
      <Funnels figures={figures} />
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
