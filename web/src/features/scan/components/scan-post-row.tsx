import type { ScanPost } from '@earshot/proto/http/scan';
import { PlainScore, PostRow } from '../../../components/post-row.tsx';
import { SourceTag } from '../../../components/source-tag.tsx';
import { useSeveralSources } from '../../../lib/sources.ts';
import { texts } from '../texts.ts';
import { KeepAsLeadButton } from './keep-as-lead-button.tsx';

interface ScanPostRowProps {
  readonly jobId: string;
  readonly post: ScanPost;
  readonly onLeave: () => void;
}

/** A scanned post: its community, its score, the reason for its outcome, and the "Keep as lead" button. */
export function ScanPostRow({ jobId, post, onLeave }: ScanPostRowProps) {
  const { communityLabel, sourceLabel, score, reason, aiAnalysis, canRescue, rescuedAt } = post;
  const showsSource = useSeveralSources();
  return (
    <PostRow
      post={post}
      score={score !== null && <PlainScore score={score} />}
      community={
        <>
          {communityLabel}
          {showsSource && <SourceTag label={sourceLabel} />}
        </>
      }
      gone={texts.gone}
      reason={reason}
      parts={aiAnalysis?.parts ?? []}
      partsLabel={texts.parts}
    >
      {(canRescue || rescuedAt !== null) && <KeepAsLeadButton jobId={jobId} post={post} onLeave={onLeave} />}
    </PostRow>
  );
}
