import type { ScanPost } from '@earshot/proto/http/scan';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { useRescuePost } from '../api/rescue-post.ts';
import { texts } from '../texts.ts';
import styles from './rescue-button.module.css';

interface RescueButtonProps {
  readonly jobId: string;
  readonly post: ScanPost;
  readonly onLeave: () => void;
}

/** Turns the post into a lead. Optimistic: rolled back if the server refuses it. */
export function RescueButton({ jobId, post: { postId, title, rescuedAt }, onLeave }: RescueButtonProps) {
  const { mutate, isPending, isSuccess, error } = useRescuePost(jobId, onLeave);
  const isRescued = rescuedAt !== null || isPending || isSuccess;
  return (
    <div className={styles.rescue}>
      {/* One button for both states, so that the focus stays on it. */}
      <Button
        size="small"
        icon={<Icon name={isRescued ? 'check' : 'plus'} size={14} />}
        aria-label={isRescued ? texts.rescuedNamed(title) : texts.rescueNamed(title)}
        aria-disabled={isRescued}
        onClick={() => {
          if (!isRescued) mutate(postId);
        }}
      >
        {isRescued ? texts.rescued : texts.rescue}
      </Button>
      <span role="status" className="unseen">
        {isRescued && texts.rescued}
      </span>
      {error && (
        <p className={styles.problem} role="alert">
          {texts.rescueFailed(sentence(messageOf(error)))}
        </p>
      )}
    </div>
  );
}
