import type { ScanJob } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Pager } from '../../../components/pager.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { scanPostsQuery } from '../api/scan-posts.ts';
import { isRunning } from '../is-running.ts';
import { texts } from '../texts.ts';
import { ScanPostRow } from './scan-post-row.tsx';
import styles from './step-posts.module.css';

/** Height of the funnel line to which the posts belong, in pixels. */
const shownAbove = 44;

interface StepPostsProps {
  readonly job: ScanJob;
  readonly fate: PostFate;
  /** The number of posts according to the funnel. */
  readonly count: number;
  readonly onLeave: () => void;
}

/** The posts of a funnel step, one page at a time; polled during a scan. */
export function StepPosts({ job, fate, count, onLeave }: StepPostsProps) {
  const [page, setPage] = useState(1);
  const place = useRef<HTMLDivElement>(null);
  const running = isRunning(job);
  const posts = useQuery(scanPostsQuery({ jobId: job.id, fate, page, isRunning: running }));
  useLastLook(`${count} ${String(running)}`, () => void posts.refetch());
  const { data, error, isPlaceholderData } = posts;
  const label = texts.postsOf(fate, job.status);
  const goTo = (wanted: number) => {
    setPage(wanted);
    if (place.current) scrollToTop(place.current);
  };
  return (
    <div ref={place} className={styles.posts} tabIndex={-1} role="group" aria-label={label}>
      {error && <LoadError what={texts.thesePosts} error={error} onRetry={() => void posts.refetch()} />}
      {!data && !error && <Waiting label={label} />}
      {data?.posts.length === 0 && !error && <EmptyState plain text={texts.noPosts} />}
      {data && data.languages.length > 0 && <p className={styles.languages}>{texts.languages(data.languages)}</p>}
      {data && data.posts.length > 0 && (
        <ul className={styles.list} aria-label={label} aria-busy={isPlaceholderData}>
          {data.posts.map((post) => (
            <ScanPostRow key={post.postId} jobId={job.id} post={post} onLeave={onLeave} />
          ))}
        </ul>
      )}
      {data && data.totalPages > 1 && <Pager page={page} pages={data.totalPages} label={label} onPage={goTo} />}
    </div>
  );
}

/** Scrolls an element to the top of its scroll container without scrolling anything else. */
function scrollToTop(element: HTMLElement) {
  let around = element.parentElement;
  while (around && (around.scrollHeight <= around.clientHeight || getComputedStyle(around).overflowY !== 'auto')) {
    around = around.parentElement;
  }
  if (around) around.scrollTop += element.getBoundingClientRect().top - around.getBoundingClientRect().top - shownAbove;
}

/** Refetches the posts when the count or the state of the scan has changed since the last request. */
function useLastLook(state: string, look: () => void) {
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    look();
  });
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label} className={styles.waiting}>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.waitingRow}>
          <Skeleton width="40%" height={12} />
          <Skeleton width="80%" />
          <Skeleton width="60%" height={12} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
