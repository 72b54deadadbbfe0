import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useStatusLedger } from '../api/change-lead-status.ts';
import { leadQuery } from '../api/get-lead.ts';
import { useRatingLedger } from '../api/rate-lead.ts';
import { asRated, asWanted } from '../status-ledger.ts';
import { texts } from '../texts.ts';
import { type CardActions, LeadCard } from './lead-card.tsx';
import styles from './linked-lead.module.css';

interface LinkedLeadProps extends CardActions {
  readonly id: string;
  readonly onClose: () => void;
}

/** The lead named in the address, open above a list that does not show it. */
export function LinkedLead({ id, onClose, ...actions }: LinkedLeadProps) {
  const ledger = useStatusLedger();
  const pending = useSyncExternalStore(ledger.subscribe, ledger.pending);
  const ratingLedger = useRatingLedger();
  const ratings = useSyncExternalStore(ratingLedger.subscribe, ratingLedger.pending);
  const { data, error, refetch } = useQuery(leadQuery(id));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <section className={styles.linked} aria-label={texts.linked} data-uncovered>
      <div className={styles.head}>
        <p className={styles.what}>{isGone ? texts.linkedGone : texts.linked}</p>
        <Button size="small" type="text" icon={<Icon name="close" size={14} />} onClick={onClose}>
          {texts.closeLinked}
        </Button>
      </div>
      {isGone ? null : data ? (
        <LeadCard lead={asRated(asWanted(data, pending), ratings)} expanded selected={false} {...actions} />
      ) : error ? (
        <LoadError what={texts.linkedLead} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup label={texts.linked} className={styles.waiting}>
          <Skeleton width="45%" height={20} />
          <Skeleton width="80%" height={20} />
          <Skeleton height={14} />
          <Skeleton width="60%" height={14} />
        </SkeletonGroup>
      )}
    </section>
  );
}
