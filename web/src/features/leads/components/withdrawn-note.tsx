import type { Lead } from '@earshot/proto/http/lead';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useChangeLeadStatus } from '../api/change-lead-status.ts';
import { cardOf } from '../card-focus.ts';
import { texts } from '../texts.ts';
import styles from './lead-card.module.css';

/** Why the changed business withdrew the lead, and the button that keeps it. */
export function WithdrawnNote({ lead, reason }: { readonly lead: Lead; readonly reason: string }) {
  const { mutate } = useChangeLeadStatus();
  return (
    <div className={styles.withdrawn}>
      <p className={styles.reason}>
        <Icon name="spark" />
        <span>{reason}</span>
      </p>
      <Button
        size="small"
        icon={<Icon name="plus" size={14} />}
        aria-label={texts.keepNamed(lead.title)}
        onClick={({ currentTarget }) => {
          // Keeping removes the button, so the focus moves to the card.
          cardOf(currentTarget)?.focus({ preventScroll: true });
          mutate({ lead, change: { status: 'new' } });
        }}
      >
        {texts.keep}
      </Button>
    </div>
  );
}
