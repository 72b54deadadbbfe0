import type { LeadList as Leads } from '@earshot/proto/http/lead';
import type { UseQueryResult } from '@tanstack/react-query';
import { LoadError } from '../../../components/load-error.tsx';
import { Pager } from '../../../components/pager.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { texts } from '../texts.ts';
import { LeadCard } from './lead-card.tsx';
import styles from './lead-list.module.css';

interface LeadListProps {
  readonly result: UseQueryResult<Leads>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** What stands in place of an empty list. */
  readonly empty: React.ReactNode;
}

export function LeadList({ result, page, onPage, empty }: LeadListProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = result;
  if (!data && error) return <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />;
  if (isPending || !data) return <Waiting />;
  if (data.leads.length === 0 && page <= 1) return empty;
  return (
    <>
      {error && <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />}
      <ul className={styles.list} aria-label={texts.list} aria-busy={isPlaceholderData}>
        {data.leads.map((lead) => (
          <li key={lead.id}>
            <LeadCard lead={lead} />
          </li>
        ))}
      </ul>
      {(data.totalPages > 1 || page > 1) && (
        <Pager page={page} pages={data.totalPages} label={texts.list} onPage={onPage} />
      )}
    </>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.list} className={styles.list}>
      {[0, 1, 2, 3].map((card) => (
        <div key={card} className={styles.waiting}>
          <Skeleton width="45%" height={20} />
          <Skeleton width="80%" height={20} />
          <Skeleton height={14} />
          <Skeleton width="60%" height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
