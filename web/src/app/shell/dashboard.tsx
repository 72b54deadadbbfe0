import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { currentUserQuery } from '../../features/auth/api/current-user.ts';
import { isSignedOut } from '../../lib/api-error.ts';
import { LiveLinkContext } from '../../lib/live-link.ts';
import { hasSessionMarker, watchOtherTabsSignOut } from '../../lib/session-marker.ts';
import { shareChanges } from '../../lib/share-changes.ts';
import { useLiveChannel } from '../live/use-live-channel.ts';
import { LoadingScreen } from '../loading-screen.tsx';
import { useSignedOut } from '../signed-out.ts';
import styles from './dashboard.module.css';
import { ConfirmRegion } from './confirm-region.tsx';
import { Shell } from './shell.tsx';

/** The signed-in part of the app. It renders nothing until the user is known. */
export function Dashboard() {
  const { report } = useSignedOut();
  const hasMarker = hasSessionMarker(document.cookie);
  const user = useQuery({ ...currentUserQuery, enabled: hasMarker });
  useEffect(() => {
    if (!hasMarker) report();
  }, [hasMarker, report]);
  // The shell and its page render in slices, between which the browser reacts.
  const isReady = useDeferredValue(user.data !== undefined);
  if (user.data && isReady) return <SignedIn userId={user.data.id} email={user.data.email} />;
  if (user.error && !isSignedOut(user.error)) {
    return (
      <main className={styles.failed}>
        <LoadError what="your account" error={user.error} onRetry={() => void user.refetch()} />
      </main>
    );
  }
  return <LoadingScreen />;
}

function SignedIn({ userId, email }: { readonly userId: string; readonly email: string }) {
  const { report } = useSignedOut();
  const queryClient = useQueryClient();
  const link = useLiveChannel(userId, report);
  useEffect(() => watchOtherTabsSignOut(report), [report]);
  useEffect(() => shareChanges(queryClient), [queryClient]);
  return (
    <LiveLinkContext value={link}>
      <Shell email={email} />
      <ConfirmRegion />
    </LiveLinkContext>
  );
}
