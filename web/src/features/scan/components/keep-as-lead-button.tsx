import type { ScanPost } from '@earshot/proto/http/scan';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { sentence } from '../../../lib/format.ts';
import { useKeepAsLead } from '../api/keep-as-lead.ts';
import { texts } from '../texts.ts';
import styles from './keep-as-lead-button.module.css';

interface KeepAsLeadButtonProps {
  readonly jobId: string;
  readonly post: ScanPost;
  readonly onLeave: () => void;
}

/** Turns the post into a lead. Optimistic: rolled back if the server refuses it. */
export function KeepAsLeadButton({ jobId, post: { postId, title, rescuedAt }, onLeave }: KeepAsLeadButtonProps) {
  const { mutate, isPending, isSuccess, error } = useKeepAsLead(jobId, onLeave);
  const isKept = rescuedAt !== null || isPending || isSuccess;
  return (
    <div className={styles.keepAsLead}>
      {/* One button for both states, so that the focus stays on it. */}
      <Button
        size="small"
        icon={<Icon name={isKept ? 'check' : 'plus'} size={14} />}
        aria-label={isKept ? texts.keptAsLeadNamed(title) : texts.keepAsLeadNamed(title)}
        aria-disabled={isKept}
        onClick={() => {
          if (!isKept) mutate(postId);
        }}
      >
        {isKept ? texts.keptAsLead : texts.keepAsLead}
      </Button>
      <span role="status" className="unseen">
        {isKept && texts.keptAsLead}
      </span>
      {error && (
        <p className={styles.problem} role="alert">
          {texts.keepAsLeadFailed(sentence(messageOf(error)))}
        </p>
      )}
    </div>
  );
}
