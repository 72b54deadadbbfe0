import { Link } from 'react-router-dom';
import { Card } from '../../../components/card.tsx';
import { CommunityAvatar } from '../../../components/community-avatar.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { paths } from '../../../config/paths.ts';
import { areSeveral } from '../../../lib/community.ts';
import { count } from '../../../lib/format.ts';
import { useListNoun, useSeveralSources } from '../../../lib/sources.ts';
import type { RankedCommunity } from '../figures/community-ranking.ts';
import { texts } from '../texts.ts';
import styles from './community-performance.module.css';

interface CommunityPerformanceProps {
  readonly ranking: readonly RankedCommunity[];
}

/** Link to the leads page filtered by a community. Includes the source only if another source may have a community of that name. */
const leadsOf = ({ name, source }: RankedCommunity, namesSource: boolean) => {
  const search = new URLSearchParams({ subreddit: name, status: 'all' });
  if (namesSource) search.set('source', source);
  return `${paths.leads}?${search.toString()}`;
};

/** The communities with the best leads; each row links to the leads of its community. */
export function CommunityPerformance({ ranking }: CommunityPerformanceProps) {
  const { name, leads, average, rating } = texts.performanceColumns;
  const title = texts.performance[useListNoun()];
  const hasSeveral = useSeveralSources();
  const showsSource = hasSeveral || areSeveral(ranking);
  return (
    <Card title={title} help={texts.performanceHelp}>
      <DataTable
        caption={title}
        columns={[
          { title: name },
          { title: leads, isNumber: true },
          { title: average, isNumber: true },
          { title: rating },
        ]}
        rows={ranking.map((row) => ({
          key: `${row.source} ${row.name}`,
          cells: [
            <>
              <CommunityAvatar community={row} />
              <Link to={leadsOf(row, showsSource)}>{row.communityLabel}</Link>
              {showsSource && <SourceTag label={row.sourceLabel} />}
            </>,
            count(row.found),
            row.averageScore.toFixed(1),
            <span key="rating" className={styles.rating} data-rating={row.rating}>
              {row.rating}
            </span>,
          ],
        }))}
      />
    </Card>
  );
}
