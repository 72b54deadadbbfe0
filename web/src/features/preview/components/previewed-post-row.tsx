import type { PreviewedPost } from '@earshot/proto/http/scan';
import { PlainScore, PostRow } from '../../../components/post-row.tsx';
import { ScoreBadge } from '../../../components/score-badge.tsx';
import { texts } from '../texts.ts';

interface RowProps {
  readonly post: PreviewedPost;
  readonly threshold: string;
}

/** A post of a preview: its score, and why it would become a lead or not. */
export function PreviewedPostRow({ post, threshold }: RowProps) {
  const { score, matchReason, wouldBeLead, aiAnalysis } = post;
  return (
    <PostRow
      post={post}
      score={wouldBeLead ? <ScoreBadge score={score} /> : <PlainScore score={score} />}
      reason={
        <>
          {!wouldBeLead && <strong>{texts.below(score, threshold)}</strong>} {matchReason}
        </>
      }
      parts={aiAnalysis.parts}
      partsLabel={texts.parts}
    />
  );
}
