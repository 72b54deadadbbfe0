import { Button } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { isNotFetched, pageProblem } from '../lib/api-error.ts';
import { anythingAnswers } from '../lib/network.ts';
import styles from './page-error.module.css';

/** What the history remembers of a page that was tried again. */
const triedAgain = { triedAgain: true } as const;

const wasTriedAgain = (state: unknown) => typeof state === 'object' && state !== null && 'triedAgain' in state;

/**
 * Opens the page anew. Only where that cannot help the whole app starts again: after a release the files of a page are
 * other ones. Never while nothing answers, since then not even this page would be left.
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
  return { retry, isTrying };
}

/** What stands in place of a page that broke; the rest of the screen stays. */
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
