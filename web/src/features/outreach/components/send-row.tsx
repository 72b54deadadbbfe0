import type { Lead } from '@earshot/proto/http/lead';
import { siteOf } from '../../../lib/sources.ts';
import type { RedditAccount } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { Icon } from '../../../components/icon.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { accountsQuery } from '../api/accounts.ts';
import { sentMessagesQuery } from '../api/list-sent-messages.ts';
import { useSendMessage } from '../api/send-message.ts';
import { useChosenAccount } from '../chosen-account.ts';
import type { Words } from '../drafts.ts';
import { excessOf } from '../lengths.ts';
import { linkPath } from '../link-path.ts';
import { reasons } from '../reasons.ts';
import { type Obstacle, obstacleOf, sentTo } from '../sending-state.ts';
import { texts } from '../texts.ts';
import { useCurrentHold } from '../use-current-hold.ts';
import { useLinkNews } from '../use-link-news.ts';
import { HoldNote } from './hold-note.tsx';
import { SendDialog } from './send-dialog.tsx';
import { SendNotice } from './send-notice.tsx';
import styles from './send-row.module.css';
import { SubjectField } from './subject-field.tsx';

export interface SendRowProps {
  readonly lead: Lead;
  readonly messageType: MessageType;
  readonly words: Words;
  readonly onSent: () => void;
}

/** Sends the draft through a linked account after confirmation, and shows the outcome. Also shows the result of linking. */
export function SendRow(props: SendRowProps) {
  const accounts = useQuery(accountsQuery);
  useLinkNews(accounts.isFetching ? undefined : accounts.data);
  const { data, error } = accounts;
  if (!data && error) {
    return <LoadError what={texts.accounts} error={error} onRetry={() => void accounts.refetch()} />;
  }
  if (!data) return <div className={styles.row} aria-busy="true" />;
  return <Linked {...props} accounts={data} />;
}

/** Earlier messages to the lead, and whether one of them prevents sending this text. */
function useEarlier({ lead, messageType, words: { text } }: Pick<SendRowProps, 'lead' | 'messageType' | 'words'>) {
  const sent = useQuery(sentMessagesQuery);
  const earlier = sentTo(sent.data ?? [], lead.id, messageType);
  const obstacle = obstacleOf({ text, excess: excessOf(text, messageType), earlier });
  const last = earlier.find(({ status }) => status === 'pending') ?? earlier[0];
  return { sent, obstacle, last };
}

function Linked({ lead, messageType, words, onSent, accounts }: SendRowProps & { accounts: RedditAccount[] }) {
  const { sent, obstacle, last } = useEarlier({ lead, messageType, words });
  const { account, choose } = useChosenAccount(accounts);
  const hold = useCurrentHold(account);
  const { send, isRunning, error } = useSendMessage(lead.id, messageType, onSent);
  const [asks, setAsks] = useState(false);
  // The list is more reliable than an apparent error: it shows that the message was sent or is pending.
  const problem = obstacle === 'open' || obstacle === 'same-text' ? null : error;
  const message = { lead, messageType, text: words.text.trim(), subject: words.subject?.trim() ?? texts.subject };
  const confirm = () => {
    setAsks(false);
    if (account) send({ ...message, account, variant: words.made?.variant ?? null });
  };
  return (
    <>
      <SendNotice {...{ lead, messageType, last, obstacle, onSent }} error={problem} />
      {account && messageType === 'dm' && <SubjectField lead={lead} subject={words.subject} />}
      <div className={styles.row}>
        {account && hold && <HoldNote account={account} hold={hold} />}
        <From lead={lead} accounts={accounts} account={account} onChoose={choose} />
        {account && (
          <SendButton
            label={isRunning ? texts.sendingNow : texts.sendButton[messageType]}
            hasText={message.text !== ''}
            isRunning={isRunning}
            reason={whyNot({ obstacle, isHeld: hold !== null, isLoading: sent.isPending })}
            onClick={() => setAsks(true)}
          />
        )}
      </div>
      {sent.error && <LoadError what={texts.sentWhat} error={sent.error} onRetry={() => void sent.refetch()} />}
      {account && (
        <SendDialog
          {...message}
          open={asks}
          from={account.username}
          rules={words.made?.rules ?? null}
          onConfirm={confirm}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}

interface Obstacles {
  readonly obstacle: Obstacle | null;
  readonly isHeld: boolean;
  readonly isLoading: boolean;
}

function whyNot({ obstacle, isHeld, isLoading }: Obstacles): string | undefined {
  if (obstacle !== null) return reasons.obstacles[obstacle];
  if (isHeld) return reasons.onHold;
  return isLoading ? reasons.loading : undefined;
}

interface SendButtonProps {
  readonly label: string;
  readonly hasText: boolean;
  readonly isRunning: boolean;
  readonly reason: string | undefined;
  readonly onClick: () => void;
}

function SendButton({ label, hasText, isRunning, reason, onClick }: SendButtonProps) {
  return (
    <Button
      type={hasText ? 'primary' : 'default'}
      data-action="send"
      icon={<Icon name="send" />}
      loading={isRunning}
      reason={reason}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

interface FromProps {
  readonly lead: Lead;
  readonly accounts: readonly RedditAccount[];
  readonly account: RedditAccount | null;
  readonly onChoose: (id: string) => void;
}

/** The account to send from, or what is missing. */
function From({ lead, accounts, account, onChoose }: FromProps) {
  const { search } = useLocation();
  const usable = accounts.filter(({ isActive }) => isActive);
  const ended = accounts.find(({ isActive }) => !isActive);
  if (account && usable.length > 1) {
    const choices = usable.map((one) => ({ value: one.id, label: one.username }));
    return <ChoiceSelect label={texts.sendFrom} value={account.id} choices={choices} onChange={onChoose} />;
  }
  if (account) return <span className={styles.from}>{texts.from(account.username)}</span>;
  return (
    <p className={styles.hint}>
      {ended ? texts.inactiveAccount(ended.username, siteOf(lead)) : texts.noAccount(siteOf(lead))}{' '}
      <a href={linkPath(lead, search)}>{ended ? texts.linkAgain : texts.linkOne}</a>
    </p>
  );
}
