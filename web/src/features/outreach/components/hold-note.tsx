import type { AccountHold, RedditAccount } from '@earshot/proto/http/outreach';
import { siteOf } from '../../../lib/sources.ts';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { fullDate } from '../../../lib/format.ts';
import { useCheckAccount } from '../api/accounts.ts';
import { waitWords } from '../holds.ts';
import { texts } from '../texts.ts';
import styles from './hold-note.module.css';

interface HoldNoteProps {
  readonly account: RedditAccount;
  /** The account's hold that is still in effect. */
  readonly hold: AccountHold;
}

/** States why the account cannot write at present, until when, and what the user can do. */
export function HoldNote({ account, hold }: HoldNoteProps) {
  const { username } = account;
  if (hold.reason === 'limited') {
    return (
      <p className={styles.note}>
        <span>
          {texts.limited(username, siteOf(account))} {hold.until && <Countdown until={hold.until} />}
        </span>
      </p>
    );
  }
  return (
    <p className={styles.note}>
      <span>{texts.suspended(username, siteOf(account), hold.until && fullDate(hold.until))}</span>
      <CheckButton account={account} />
    </p>
  );
}

/** Not announced while it counts. */
function Countdown({ until }: { readonly until: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{texts.sendAgain(waitWords(until, nowMs))}</span>;
}

function CheckButton({ account }: { readonly account: RedditAccount }) {
  const check = useCheckAccount();
  return (
    <Button
      size="small"
      aria-label={texts.checkNamed(account.username)}
      loading={check.isPending}
      onClick={() => check.mutate(account)}
    >
      {texts.check}
    </Button>
  );
}
