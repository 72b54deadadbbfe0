import type { Lead } from '@earshot/proto/http/lead';
import { useDeferredValue, useMemo, useRef } from 'react';
import { LoadError } from '../../../components/load-error.tsx';
import { Pager } from '../../../components/pager.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { count } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import type { ShownLeads } from '../use-leads.ts';
import type { Marks } from '../use-marks.ts';
import { type CardActions, LeadCard } from './lead-card.tsx';
import styles from './lead-list.module.css';

interface LeadListProps extends CardActions {
  readonly shown: ShownLeads;
  readonly page: number;
  readonly marks: Marks;
  readonly onPage: (page: number) => void;
  /** Shown instead of an empty list. */
  readonly empty: React.ReactNode;
}

export function LeadList({ shown, page, marks, onPage, empty, ...actions }: LeadListProps) {
  const { leads, pages, total, error, isStandIn, retry } = shown;
  // The first cards render in slices, between which the page reacts. Later changes appear at once.
  const isReady = useDeferredValue(leads !== null);
  if (leads === null || !isReady)
    return error ? <LoadError what={texts.what} error={error} onRetry={retry} /> : <Waiting />;
  if (leads.length === 0 && pages <= 1) return empty;
  return (
    <>
      <Cards leads={leads} isStandIn={isStandIn} marks={marks} {...actions} />
      {(pages > 1 || page > 1) && (
        <Pager
          page={page}
          pages={pages}
          label={texts.list}
          total={total === undefined ? undefined : texts.found(count(total), total === 1)}
          onPage={onPage}
        />
      )}
    </>
  );
}

interface CardsProps extends CardActions {
  readonly leads: readonly Lead[];
  readonly isStandIn: boolean;
  readonly marks: Marks;
}

function Cards({ leads, isStandIn, marks, ...actions }: CardsProps) {
  const list = useRef<HTMLUListElement>(null);
  const order = leads.map(({ id }) => id).join(' ');
  const ids = useMemo(() => order.split(' '), [order]);
  useKeptFocus(list, ids);
  return (
    <ul
      ref={list}
      className={styles.list}
      aria-label={texts.list}
      aria-busy={isStandIn}
      data-selecting={marks.selected.size > 0}
    >
      {leads.map((lead, index) => (
        <li key={lead.id} data-uncovered={index === 0 ? '' : undefined}>
          <LeadCard
            lead={lead}
            expanded={lead.id === marks.openId}
            selected={marks.selected.has(lead.id)}
            {...actions}
          />
        </li>
      ))}
    </ul>
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
