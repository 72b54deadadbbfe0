import type { LeadList } from '@earshot/proto/http/lead';
import { Link } from 'react-router-dom';
import { Card } from '../../../components/card.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { paths } from '../../../config/paths.ts';
import { count } from '../../../lib/format.ts';
import type { RankedSubreddit } from '../figures/subreddit-ranking.ts';
import { texts } from '../texts.ts';
import styles from './subreddit-performance.module.css';

interface SubredditPerformanceProps {
  readonly list: LeadList;
  readonly ranking: readonly RankedSubreddit[];
}

const leadsOf = (name: string) => `${paths.leads}?${new URLSearchParams({ subreddit: name }).toString()}`;

/** Which communities bring the best leads; each leads to its own. */
export function SubredditPerformance({ list, ranking }: SubredditPerformanceProps) {
  const { name, leads, average, rating } = texts.performanceColumns;
  const isCut = list.total > list.leads.length;
  return (
    <Card title={texts.performance} help={isCut ? texts.newest(count(list.total)) : texts.performanceHelp}>
      <DataTable
        caption={texts.performance}
        columns={[
          { title: name },
          { title: leads, isNumber: true },
          { title: average, isNumber: true },
          { title: rating },
        ]}
        rows={ranking.map((row) => ({
          key: row.name,
          cells: [
            <Link key="name" to={leadsOf(row.name)}>{`r/${row.name}`}</Link>,
            count(row.leads),
            row.average.toFixed(1),
            <span key="rating" className={styles.rating} data-rating={row.rating}>
              {row.rating}
            </span>,
          ],
        }))}
      />
    </Card>
  );
}
