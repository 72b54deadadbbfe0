import type { DiscoveryAnalytics } from '@earshot/proto/http/analytics';
import { DataTable } from '../../../components/data-table.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { count } from '../../../lib/format.ts';
import { texts } from '../texts.ts';

interface RequestsTableProps {
  readonly caption: string;
  readonly requests: DiscoveryAnalytics['recentRequests'];
}

/** The searches of visitors, newest first. */
export function RequestsTable({ caption, requests }: RequestsTableProps) {
  const { description, last, requests: requestsColumn, converted } = texts.recentColumns;
  return (
    <DataTable
      caption={caption}
      columns={[
        { title: description },
        { title: last },
        { title: requestsColumn, isNumber: true },
        { title: converted },
      ]}
      rows={requests.map((request) => ({
        key: `${request.createdAt} ${request.description}`,
        cells: [
          request.description || texts.forgotten,
          <RelativeTime key="last" iso={request.createdAt} />,
          count(request.requestCount),
          request.converted ? texts.yes : texts.no,
        ],
      }))}
    />
  );
}
