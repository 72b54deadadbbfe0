import type { Lead } from '@earshot/proto/http/lead';
import type { RulesCheck } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { reasons } from '../reasons.ts';
import { texts } from '../texts.ts';
import styles from './send-dialog.module.css';

interface SendDialogProps {
  readonly open: boolean;
  readonly lead: Lead;
  readonly messageType: MessageType;
  readonly text: string;
  readonly subject: string;
  readonly from: string;
  /** The check against the community's rules; null if the rules are not known. */
  readonly rules: RulesCheck | null;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Confirms the text, the recipient and the account before sending. A draft that breaks a rule needs one more click. */
export function SendDialog(props: SendDialogProps) {
  const { open, messageType, text, rules, onConfirm, onCancel } = props;
  const [isAware, setIsAware] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    setIsAware(false);
  }
  const isForbidden = rules?.verdict === 'avoid';
  return (
    <ConfirmDialog
      open={open}
      title={texts.dialogTitle[messageType]}
      confirmLabel={texts.sendButton[messageType]}
      missing={isForbidden && !isAware ? reasons.notAware : undefined}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Rows {...props} />
      <p className={`${styles.text} scrolls`} tabIndex={0} role="group" aria-label={texts.draft}>
        {text}
      </p>
      <Warning community={props.lead.communityLabel} rules={rules} />
      {isForbidden && (
        <label className={styles.aware}>
          <input type="checkbox" checked={isAware} onChange={({ target }) => setIsAware(target.checked)} />
          {texts.sendAnyway}
        </label>
      )}
    </ConfirmDialog>
  );
}

function Rows({
  lead,
  messageType,
  from,
  subject,
}: Pick<SendDialogProps, 'lead' | 'messageType' | 'from' | 'subject'>) {
  const isComment = messageType === 'comment';
  const rows = [
    isComment
      ? ([texts.rows.below, `${lead.title} (${lead.communityLabel})`] as const)
      : ([texts.rows.to, lead.authorLabel] as const),
    [texts.rows.from, from] as const,
    ...(isComment ? [] : [[texts.rows.subject, subject] as const]),
  ];
  return (
    <dl className={styles.rows}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The reason against sending, with the rule. */
function Warning({ community, rules }: { readonly community: string; readonly rules: RulesCheck | null }) {
  if (rules === null || rules.verdict === 'safe') return null;
  const words = rules.verdict === 'avoid' ? texts.forbidden(community) : texts.conditional(community);
  return (
    <div className={styles.warning} data-verdict={rules.verdict}>
      <Icon name={rules.verdict === 'avoid' ? 'alert' : 'help'} />
      <div>
        <p>{words}</p>
        {rules.rule !== null && <blockquote className={styles.rule}>{rules.rule}</blockquote>}
      </div>
    </div>
  );
}
