import type { ScanPost } from '@earshot/proto/http/scan';
import { Button } from 'antd';
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

/** Makes a lead of the post. It says so at once, and takes it back where the server refuses. */
export function RescueButton({ jobId, post: { postId, title, rescuedAt }, onLeave }: RescueButtonProps) {
  const { mutate, isPending, isSuccess, error } = useRescuePost(jobId, onLeave);
  const isRescued = rescuedAt !== null || isPending || isSuccess;
  return (
    <div className={styles.rescue}>
      {/* It stays the same button, so that the focus stays on it. */}
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
