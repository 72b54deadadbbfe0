import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import type { LeadStatus, MessageType } from '@earshot/proto/values';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { contactOf } from '../contact.ts';
import type { Words } from '../drafts.ts';
import { reasons } from '../reasons.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';

/** The status changes that the page offers for a lead. */
export interface LeadSteps {
  /** Whether the server accepts this change. */
  readonly may: (status: LeadStatus) => boolean;
  readonly change: (wanted: StatusChange) => void;
}

interface StatusActionsProps {
  readonly lead: Lead;
  readonly messageType: MessageType;
  readonly words: Words;
  readonly steps: LeadSteps;
}

/** Buttons that say whether the author replied. They need no post, so a removed one has them too. */
export function ReplyActions({ lead, steps: { may, change } }: Pick<StatusActionsProps, 'lead' | 'steps'>) {
  return (
    <>
      {may('responded') && (
        <Button icon={<Icon name="reply" />} onClick={() => change({ status: 'responded' })}>
          {texts.replied}
        </Button>
      )}
      {lead.status === 'responded' && (
        <Button type="text" icon={<Icon name="undo" />} onClick={() => change({ status: 'contacted' })}>
          {texts.backToContacted}
        </Button>
      )}
    </>
  );
}

/** Buttons with which the user sets the status of a lead. */
export function StatusActions({ lead, messageType, words, steps: { may, change } }: StatusActionsProps) {
  const hasReplied = lead.status === 'responded';
  const mayContact = may('contacted') && !hasReplied;
  return (
    <div className={styles.actions}>
      <Button
        icon={<Icon name="check" />}
        data-action="contact"
        reason={mayContact ? undefined : reasons.done[lead.status]}
        onClick={() => change(contactOf(lead, messageType, words))}
      >
        {texts.markContacted}
      </Button>
      <Button
        reason={mayContact ? undefined : reasons.done[lead.status]}
        onClick={() => change({ status: 'contacted' })}
      >
        {texts.fullyEngaged}
      </Button>
      <ReplyActions lead={lead} steps={{ may, change }} />
      <Button
        type="text"
        icon={<Icon name="skip" />}
        data-action="skip"
        reason={may('skipped') ? undefined : reasons.done[lead.status]}
        onClick={() => change({ status: 'skipped' })}
      >
        {texts.skip}
      </Button>
      {may('new') && (
        <Button type="text" icon={<Icon name="undo" />} onClick={() => change({ status: 'new' })}>
          {texts.backToNew}
        </Button>
      )}
    </div>
  );
}
