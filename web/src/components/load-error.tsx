import { Button } from 'antd';
import { messageOf } from '../lib/api-error.ts';
import { sentence } from '../lib/format.ts';
import styles from './load-error.module.css';

interface LoadErrorProps {
  /** What could not be loaded: 'your leads'. */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A failed load, told in its place: what happened, what is safe, Retry. */
export function LoadError({ what, error, onRetry }: LoadErrorProps) {
  return (
    <div className={styles.box} role="alert">
      <p className={styles.title}>Could not load {what}</p>
      <p className={styles.detail}>{sentence(messageOf(error))} Nothing was changed.</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
