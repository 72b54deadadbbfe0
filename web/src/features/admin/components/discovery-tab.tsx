import { Card } from '../../../components/card.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { areSeveral } from '../../../lib/community.ts';
import { count } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import styles from './admin-board.module.css';
import { FigurePair } from './figure-pair.tsx';
import { RequestsTable } from './requests-table.tsx';
import type { TabProps } from './tab-props.ts';

/** What visitors search for, and what the search returned. */
export function DiscoveryTab({ discovery, timeRange }: TabProps) {
  if (discovery.totalRequests === 0) return <EmptyState text={texts.noRequests(timeRange)} />;
  const showsSource = areSeveral(discovery.topSubreddits);
  const { name, count: suggested } = texts.topColumns;
  return (
    <div className={styles.tab}>
      <FigurePair
        figures={[
          { name: texts.totalRequests, value: count(discovery.totalRequests) },
          { name: texts.uniqueDescriptions, value: count(discovery.uniqueDescriptions) },
        ]}
      />
      <div className={styles.wide}>
        <Card title={texts.recent}>
          <RequestsTable caption={texts.recent} requests={discovery.recentRequests} />
        </Card>
        <Card title={texts.topCommunities}>
          <DataTable
            caption={texts.topCommunities}
            columns={[{ title: name }, { title: suggested, isNumber: true }]}
            rows={discovery.topSubreddits.map((row) => ({
              key: `${row.source} ${row.name}`,
              cells: [
                <>
                  {row.communityLabel}
                  {showsSource && <SourceTag label={row.sourceLabel} />}
                </>,
                count(row.count),
              ],
            }))}
          />
        </Card>
      </div>
    </div>
  );
}
