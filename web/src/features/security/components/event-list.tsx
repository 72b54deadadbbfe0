import type { AdminSecurityEventView, SecurityEventView } from '@earshot/proto/http/security';
import { isSecurityEvent, securityEvents } from '@earshot/proto/security-events';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { texts } from '../texts.ts';
import styles from './security.module.css';

type Shown = SecurityEventView & Partial<Pick<AdminSecurityEventView, 'account'>>;

/** The pages of a list, as the query returns them. */
interface Pages {
  readonly data: { readonly pages: readonly { readonly events: readonly Shown[] }[] } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface EventListProps {
  readonly pages: Pages;
  readonly label: string;
  /** What is loaded, such as 'your security activity'. */
  readonly what: string;
  /** Shown for an empty list. */
  readonly none: string;
}

/** Security events, newest first, with a button for older ones. */
export function EventList({ pages, label, what, none }: EventListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const place = useFocusWithoutButton(hasNextPage);
  if (error) return <LoadError what={what} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting what={what} />;
  const events = data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <EmptyState text={none} plain />;
  return (
    <div ref={place} className={styles.events} role="group" aria-label={label} tabIndex={-1}>
      <ul className={styles.list}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.older}
        </Button>
      )}
    </div>
  );
}

/** After the last page the button disappears, so the focus moves to the list. */
function useFocusWithoutButton(hasButton: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(hasButton);
  useEffect(() => {
    if (before.current && !hasButton && document.activeElement === document.body) place.current?.focus();
    before.current = hasButton;
  }, [hasButton]);
  return place;
}

function Waiting({ what }: { readonly what: string }) {
  return (
    <SkeletonGroup label={what} className={styles.row}>
      <Skeleton width="40%" />
    </SkeletonGroup>
  );
}

function EventRow({ event: shown }: { readonly event: Shown }) {
  const { event, at, count } = shown;
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.title}>{isSecurityEvent(event) ? securityEvents[event].title : event}</p>
        <p className={styles.facts}>{factsOf(shown).join(' · ')}</p>
      </div>
      <span className={styles.when}>
        {count > 1 && `${texts.times(count)}, `}
        <RelativeTime iso={at} />
      </span>
    </li>
  );
}

function factsOf({ outcome, reason, network, account }: Shown): string[] {
  const result = texts.outcomes[outcome];
  return [
    reason === null ? result : `${result}: ${texts.reasonOf(reason)}`,
    ...(network === null ? [] : [texts.fromNetwork(network)]),
    ...(account ? [account.email ?? texts.deletedAccount] : []),
  ];
}
