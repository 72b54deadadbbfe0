import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { isNotFetched, pageProblem } from '../lib/api-error.ts';
import { anythingAnswers, network, useReturn } from '../lib/network.ts';
import { Button } from './button.tsx';
import styles from './page-error.module.css';

/**
 * Milliseconds after which an open page may reload by itself. A page that was opened just now, maybe by a reload, would
 * miss the same file again and again.
 */
const reloadsAfterMs = 60_000;

/** History state that marks a page as already retried. */
const triedAgain = { triedAgain: true } as const;

const wasTriedAgain = (state: unknown) => typeof state === 'object' && state !== null && 'triedAgain' in state;

/**
 * Renders the page again. If that cannot help, it reloads the whole app, because after a release the file names of a page change.
 * It never reloads without a connection, since that would lose even this page.
 */
function useRetry(error: unknown) {
  const navigate = useNavigate();
  const here = useLocation();
  const [isTrying, setIsTrying] = useState(false);
  const restart = async () => {
    setIsTrying(true);
    if (await anythingAnswers()) location.reload();
    else setIsTrying(false);
  };
  const retry = () => {
    if (isNotFetched(error) || wasTriedAgain(here.state)) void restart();
    else void navigate(here.pathname + here.search, { replace: true, state: triedAgain });
  };
  const isMissing = isNotFetched(error);
  const restartIfOld = useEffectEvent(() => {
    if (performance.now() > reloadsAfterMs) void restart();
  });
  useEffect(() => {
    if (!isMissing) return;
    // The check notices a lost connection, and later its return.
    network.failed();
    restartIfOld();
  }, [isMissing]);
  useReturn(() => {
    if (isMissing) void restart();
  });
  return { retry, isTrying };
}

/**
 * The error message in place of a page that crashed; the rest of the screen stays. A page that could not be fetched
 * reloads by itself: at once if the server answers, which it does after a release, or when the connection returns.
 */
export function PageError() {
  const error = useRouteError();
  const { retry, isTrying } = useRetry(error);
  return (
    <div className={styles.page} role="alert">
      <title>This page stopped working · Earshot</title>
      <h2>This page stopped working</h2>
      <p>{pageProblem(error)}</p>
      <p>What you saved is safe.</p>
      <Button type="primary" loading={isTrying} onClick={retry}>
        Retry
      </Button>
    </div>
  );
}
