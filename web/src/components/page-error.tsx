import { Button } from 'antd';
import { useRouteError } from 'react-router-dom';
import { pageProblem } from '../lib/api-error.ts';
import styles from './page-error.module.css';

/** What stands in place of a page that broke; the rest of the screen stays. */
export function PageError() {
  const error = useRouteError();
  return (
    <div className={styles.page} role="alert">
      <h1>This page stopped working</h1>
      <p>{pageProblem(error)}</p>
      <p>What you saved is safe.</p>
      <Button type="primary" onClick={() => location.reload()}>
        Retry
      </Button>
    </div>
  );
}
