import type { LeadList } from '@earshot/proto/http/lead';
import { useMemo } from 'react';
import { Card } from '../../../components/card.tsx';
import { BarChart } from '../../../components/charts/bar-chart.tsx';
import { count, fullDate } from '../../../lib/format.ts';
import { dayLabels, type TrendDay } from '../figures/lead-trend.ts';
import { scoreBuckets } from '../figures/score-buckets.ts';
import { texts, trendMark } from '../texts.ts';
import styles from './analytics-board.module.css';

interface LeadChartsProps {
  readonly list: LeadList;
  readonly trend: readonly TrendDay[];
}

/** Charts of when leads were found and of their scores. */
export function LeadCharts({ list, trend }: LeadChartsProps) {
  const days = useMemo(
    () => trend.map((day) => ({ ...dayLabels(day.date), value: day.count, text: trendMark(day) })),
    [trend],
  );
  const buckets = useMemo(
    () => scoreBuckets(list.leads).map((bucket) => ({ ...bucket, value: bucket.count, text: String(bucket.count) })),
    [list.leads],
  );
  const isCut = list.total > list.leads.length;
  const oldest = list.leads.at(-1);
  const misses = oldest !== undefined && trend.some(({ known }) => known !== 'all');
  return (
    <div className={styles.wide}>
      <Card title={texts.trend}>
        <BarChart
          title={texts.trend}
          caption={misses ? texts.trendCut(fullDate(oldest.createdAt)) : texts.trendCaption}
          columns={texts.trendColumns}
          marks={days}
          shape="columns"
        />
      </Card>
      <Card title={texts.distribution}>
        <BarChart
          title={texts.distribution}
          caption={isCut ? texts.newest(count(list.total)) : texts.distributionCaption}
          columns={texts.distributionColumns}
          marks={buckets}
          shape="bars"
        />
      </Card>
    </div>
  );
}
