import type { Stats } from '@earshot/proto/http/analytics';
import { LoadError } from '../../../components/load-error.tsx';
import { type Loadable, Outdated } from '../../../components/loaded-card.tsx';
import { StatCard, StatCards, StatCardsSkeleton } from '../../../components/stat-card.tsx';
import { count } from '../../../lib/format.ts';
import { none, texts } from '../texts.ts';

interface FiguresRowProps {
  readonly result: Loadable<Stats>;
  /** The leads of each day, shown next to the total. */
  readonly series: readonly number[] | undefined;
}

/** The four main figures of the account. */
export function FiguresRow({ result, series }: FiguresRowProps) {
  const { data, error } = result;
  const retry = () => void result.refetch();
  if (data) {
    return (
      <>
        <Figures stats={data} series={series} />
        {error ? <Outdated error={error} onRetry={retry} /> : null}
      </>
    );
  }
  if (error) return <LoadError what={texts.whatFigures} error={error} onRetry={retry} />;
  return <StatCardsSkeleton label={texts.loadingFigures} />;
}

const responseNote = (rate: number) => (rate > 0 ? texts.responseNote : texts.responseNone);

function Figures({ stats, series }: { readonly stats: Stats } & Pick<FiguresRowProps, 'series'>) {
  const hasLeads = stats.totalLeads > 0;
  const hasSources = stats.activeSubreddits > 0;
  return (
    <StatCards label={texts.figures}>
      <StatCard
        label={texts.totalLeads}
        value={hasLeads ? count(stats.totalLeads) : none}
        change={hasLeads ? texts.addedToday(count(stats.leadsToday)) : texts.totalTodo}
        series={hasLeads ? series : undefined}
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
