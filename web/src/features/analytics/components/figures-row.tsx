import type { Stats } from '@earshot/proto/http/analytics';
import { LoadError } from '../../../components/load-error.tsx';
import type { Loadable } from '../../../components/loaded-card.tsx';
import { Outdated } from '../../../components/loaded-card.tsx';
import { StatCard, StatCards, StatCardsSkeleton } from '../../../components/stat-card.tsx';
import { count } from '../../../lib/format.ts';
import type { TrendDay } from '../figures/lead-trend.ts';
import { none, texts } from '../texts.ts';

interface FiguresRowProps {
  readonly result: Loadable<Stats>;
  /** Shown next to the total once every day is known in full. */
  readonly trend: readonly TrendDay[] | undefined;
}

/** The four main figures of the account. */
export function FiguresRow({ result, trend }: FiguresRowProps) {
  const { data, error } = result;
  const retry = () => void result.refetch();
  if (data) {
    return (
      <>
        <Figures stats={data} trend={trend} />
        {error ? <Outdated error={error} onRetry={retry} /> : null}
      </>
    );
  }
  if (error) return <LoadError what={texts.whatFigures} error={error} onRetry={retry} />;
  return <StatCardsSkeleton label={texts.loadingFigures} />;
}

const responseNote = (rate: number) => (rate > 0 ? texts.responseNote : texts.responseNone);

function Figures({ stats, trend }: { readonly stats: Stats } & Pick<FiguresRowProps, 'trend'>) {
  const hasLeads = stats.totalLeads > 0;
  const hasSources = stats.activeSubreddits > 0;
  const series = hasLeads && trend?.every(({ known }) => known === 'all') ? trend.map((day) => day.count) : undefined;
  return (
    <StatCards label={texts.figures}>
      <StatCard
        label={texts.totalLeads}
        value={hasLeads ? count(stats.totalLeads) : none}
        change={hasLeads ? texts.addedToday(count(stats.leadsToday)) : texts.totalTodo}
        series={series}
      />
      <StatCard
        label={texts.quality}
        value={hasLeads ? stats.averageScore.toFixed(1) : none}
        {...(hasLeads ? { unit: texts.outOf } : { change: texts.qualityTodo })}
      />
      <StatCard
        label={texts.responseRate}
        value={hasLeads ? `${stats.responseRate.toFixed(1)}%` : none}
        change={hasLeads ? responseNote(stats.responseRate) : texts.responseTodo}
      />
      <StatCard
        label={texts.sources}
        value={hasSources ? count(stats.activeSubreddits) : none}
        change={hasSources ? texts.sourcesNote : texts.sourcesTodo}
      />
    </StatCards>
  );
}
