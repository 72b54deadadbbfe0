import type { ScanJob } from '@earshot/proto/http/scan';
import { scanContract, type ScanPost, type ScanPosts } from '@earshot/proto/http/scan';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PlainScore, PostRow } from '../../../components/post-row.tsx';
import { call } from '../../../lib/api-client.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { scanPostsKey } from '../api/list-scan-posts.ts';
import { useRescuePost } from '../api/rescue-post.ts';
import { texts } from '../texts.ts';
import styles from './close-posts.module.css';

const shown = 5;

/** The best posts below the threshold, best first. */
const closePostsQuery = (jobId: string) =>
  queryOptions<ScanPosts>({
    queryKey: [...scanPostsKey, jobId, 'close'],
    queryFn: ({ signal }) =>
      call(scanContract.listScanPosts, {
        params: { jobId },
        query: { reason: 'below', limit: shown, page: 1 },
        signal,
      }),
  });

interface ClosePostsProps {
  readonly job: ScanJob;
  /** The control that selects the next broader strategy; null if there is none. */
  readonly broader: React.ReactNode;
}

/** The posts that a scan with few leads nearly kept. Nothing if there are none. */
export function ClosePosts({ job, broader }: ClosePostsProps) {
  const { data } = useQuery(closePostsQuery(job.id));
  const posts = data?.posts ?? [];
  if (posts.length === 0) return null;
  return (
    <section className={styles.section} aria-label={texts.close}>
      <header className={styles.head}>
        <h2 className={styles.title}>{texts.close}</h2>
        {broader}
      </header>
      <ul className={styles.list}>
        {posts.map((post) => (
          <ClosePost key={post.postId} jobId={job.id} post={post} />
        ))}
      </ul>
    </section>
  );
}

function ClosePost({ jobId, post }: { readonly jobId: string; readonly post: ScanPost }) {
  const { mutate, isPending, isSuccess, error } = useRescuePost(jobId, () => undefined);
  const isKept = post.rescuedAt !== null || isPending || isSuccess;
  return (
    <PostRow
      post={post}
      score={post.score !== null && <PlainScore score={post.score} />}
      community={post.communityLabel}
      gone={texts.gone}
      reason={post.reason}
      parts={post.aiAnalysis?.parts ?? []}
      partsLabel={texts.parts}
    >
      {(post.canRescue || isKept) && (
        <div>
          <Button
            size="small"
            icon={<Icon name={isKept ? 'check' : 'plus'} size={14} />}
            aria-label={isKept ? texts.keptNamed(post.title) : texts.keepNamed(post.title)}
            aria-disabled={isKept}
            onClick={() => {
              if (!isKept) mutate(post.postId);
            }}
          >
            {isKept ? texts.kept : texts.keep}
          </Button>
          {error && (
            <p className={styles.problem} role="alert">
              {texts.rescueFailed(sentence(messageOf(error)))}
            </p>
          )}
        </div>
      )}
    </PostRow>
  );
}
