import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { count } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import styles from './admin-board.module.css';
import { FigurePair } from './figure-pair.tsx';
import { RequestsTable } from './requests-table.tsx';
import type { TabProps } from './tab-props.ts';

/** How many visitors who searched registered, and what they had searched for. */
export function ConversionsTab({ discovery, timeRange }: TabProps) {
  const converted = discovery.recentRequests.filter((request) => request.converted);
  return (
    <div className={styles.tab}>
      <FigurePair
        figures={[
          {
            name: texts.conversions,
            value: count(discovery.conversions),
            note: texts.conversionsNote(timeRange),
          },
          {
            name: texts.conversionRate,
            value: `${discovery.conversionRate.toFixed(1)}%`,
            note: texts.conversionRateNote,
          },
        ]}
      />
      {converted.length === 0 ? (
        <EmptyState text={texts.noConversions(timeRange)} />
      ) : (
        <Card title={texts.converted}>
          <RequestsTable caption={texts.converted} requests={converted} />
        </Card>
      )}
    </div>
  );
}
