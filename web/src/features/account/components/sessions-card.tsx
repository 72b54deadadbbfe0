import type { OwnSession } from '@earshot/proto/http/gateway';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../api/sessions.ts';
import { describeBrowser } from '../describe-browser.ts';
import { texts } from '../texts.ts';
import styles from './account.module.css';

/** Lists the user's sessions; each one except the current can be ended. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <Card id="sessions" title={texts.sessions} help={texts.sessionsHelp}>
      {data && <Sessions sessions={data} />}
      {error && !data && <LoadError what={texts.whatSessions} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
    </Card>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.whatSessions} className={styles.row}>
      <Skeleton width="40%" />
    </SkeletonGroup>
  );
}

function useEnding(afterwards: () => void) {
  const toaster = useToaster();
  const failed = useFailureToast();
  const one = useEndSession();
  const others = useEndOtherSessions();
  const withToast = (words: { readonly title: string; readonly description: string }) => ({
    onSuccess: () => {
      toaster.show({ kind: 'success', ...words });
      afterwards();
    },
    onError: failed(texts.endFailed),
  });
  return {
    end: (id: string) => one.mutate(id, withToast(texts.ended)),
    ending: one.isPending ? one.variables : null,
    endOthers: (onSettled: () => void) => others.mutate(undefined, { ...withToast(texts.othersEnded), onSettled }),
    isEndingOthers: others.isPending,
  };
}

function Sessions({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  // The pressed button disappears with its session, so the focus moves to the list.
  const { end, ending, endOthers, isEndingOthers } = useEnding(() => list.current?.focus());
  const close = () => setAsking(false);
  return (
    <div ref={list} className={styles.sessions} tabIndex={-1} role="group" aria-label={texts.sessions}>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={ending === session.id}
            onEnd={() => end(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button onClick={() => setAsking(true)}>{texts.endOthers}</Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={texts.endOthersTitle}
        confirmLabel={texts.endOthers}
        danger
        busy={isEndingOthers}
        onConfirm={() => endOthers(close)}
        onCancel={close}
      >
        {texts.endOthersHelp}
      </ConfirmDialog>
    </div>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session: { current, userAgent, lastUsedAt }, isEnding, onEnd }: SessionRowProps) {
  const name = describeBrowser(userAgent);
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.browser} title={userAgent ?? undefined}>
          {name}
        </p>
        <p className={styles.used}>
          {texts.lastUsed} <RelativeTime iso={lastUsedAt} />
        </p>
      </div>
      {current ? (
        <span className={styles.here}>{texts.thisBrowser}</span>
      ) : (
        <Button loading={isEnding} aria-label={texts.endNamed(name)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
