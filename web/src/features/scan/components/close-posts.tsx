import type { ScanJob, ScanPost } from '@earshot/proto/http/scan';
import { leastCloseScore } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { PlainScore, PostRow } from '../../../components/post-row.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { closePostsQuery } from '../api/scan-posts.ts';
import { useKeepAsLead } from '../api/keep-as-lead.ts';
import { texts } from '../texts.ts';
import styles from './close-posts.module.css';

const isClose = ({ score }: ScanPost) => Number(score) >= leastCloseScore;

interface ClosePostsProps {
  readonly job: ScanJob;
  /** The control that selects the next broader strategy; null if there is none. */
  readonly broader: React.ReactNode;
  /** Shows one line that opens the close posts, because leads stand below it. */
  readonly folded: boolean;
  /** Says that the posts no longer apply, unless the page says so already. */
  readonly saysOutdated: boolean;
}

/** The best posts of a scan with few leads. Nothing if there are none. */
export function ClosePosts({ job, broader, folded, saysOutdated }: ClosePostsProps) {
  const { data, error, refetch } = useQuery(closePostsQuery(job.id));
  if (error) return folded ? null : <LoadError what={texts.closeOnes} error={error} onRetry={() => void refetch()} />;
  const posts = data?.posts ?? [];
  const close = posts.filter(isClose);
  const others = posts.filter((post) => !isClose(post));
  if (data?.isOutdated) return saysOutdated && <p className={styles.outdated}>{texts.outdated}</p>;
  if (folded) return close.length > 0 && <Folded jobId={job.id} posts={close} />;
  return (
    <>
      {close.length > 0 && <Group title={texts.close} jobId={job.id} posts={close} control={broader} />}
      {others.length > 0 && (
        <Group
          title={close.length > 0 ? texts.others : texts.noneClose}
          jobId={job.id}
          posts={others}
          control={close.length === 0 && broader}
        />
      )}
    </>
  );
}

interface PostsProps {
  readonly jobId: string;
  readonly posts: readonly ScanPost[];
}

function Group({
  title,
  control,
  ...list
}: PostsProps & { readonly title: string; readonly control: React.ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {control}
      </header>
      <Posts {...list} />
    </section>
  );
}

function Folded(list: PostsProps) {
  return (
    <details className={styles.folded}>
      <summary className={styles.summary}>{texts.closeCount(list.posts.length)}</summary>
      <section className={styles.section} aria-label={texts.close}>
        <Posts {...list} />
      </section>
    </details>
  );
}

function Posts({ jobId, posts }: PostsProps) {
  return (
    <ul className={styles.list}>
      {posts.map((post) => (
        <ClosePost key={post.postId} jobId={jobId} post={post} />
      ))}
    </ul>
  );
}

function ClosePost({ jobId, post }: { readonly jobId: string; readonly post: ScanPost }) {
  const { mutate, isPending, isSuccess, error } = useKeepAsLead(jobId, () => undefined);
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
              {texts.keepAsLeadFailed(sentence(messageOf(error)))}
            </p>
          )}
        </div>
      )}
    </PostRow>
  );
}
