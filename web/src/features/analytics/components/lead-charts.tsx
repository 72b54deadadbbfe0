import type { LeadFigures } from '@earshot/proto/http/analytics';
import { useMemo } from 'react';
import { Card } from '../../../components/card.tsx';
import { BarChart } from '../../../components/charts/bar-chart.tsx';
import { count } from '../../../lib/format.ts';
import { dayLabels } from '../figures/trend-range.ts';
import { texts } from '../texts.ts';
import type { TrendChoice } from '../use-trend-range.ts';
import styles from './analytics-board.module.css';
import { TrendRangeChoice } from './trend-choice.tsx';

interface LeadChartsProps {
  readonly figures: LeadFigures;
  readonly choice: TrendChoice;
}

/** With more columns, the numbers above them would overlap. */
const mostLabels = 14;

/** Charts of when leads were found and of their scores. */
export function LeadCharts({ figures: { trend, bands }, choice }: LeadChartsProps) {
  const days = useMemo(
    () =>
      trend.map((day) => ({
        ...dayLabels(day.date, trend.length),
        value: day.count,
        text: trend.length > mostLabels && day.count === 0 ? '' : count(day.count),
      })),
    [trend],
  );
  const buckets = useMemo(
    () => bands.map(({ label, found }) => ({ label, value: found, text: count(found) })),
    [bands],
  );
  const title = texts.trends[choice.range];
  return (
    <div className={styles.wide}>
      <Card title={title}>
        <TrendRangeChoice choice={choice} />
        <BarChart
          title={title}
          caption={texts.trendCaption}
          columns={texts.trendColumns}
          marks={days}
          shape="columns"
        />
      </Card>
      <Card title={texts.distribution}>
        <BarChart
          title={texts.distribution}
          caption={texts.distributionCaption}
          columns={texts.distributionColumns}
          marks={buckets}
          shape="bars"
        />
      </Card>
    </div>
  );
}
