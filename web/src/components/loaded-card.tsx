import { messageOf } from '../lib/api-error.ts';
import { sentence } from '../lib/format.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { LoadError } from './load-error.tsx';
import styles from './loaded-card.module.css';

/** The part of a query result that a card uses. */
export interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface LoadedCardProps<T> {
  readonly title: string;
  readonly help?: string;
  /** What is loaded: 'the system performance'. */
  readonly what: string;
  readonly result: Loadable<T>;
  /** The placeholder, in the final shape. */
  readonly skeleton: React.ReactNode;
  readonly children: (data: T) => React.ReactNode;
}

/** A card for the result of a query: a skeleton while it loads, Retry after an error, and a note on outdated figures. */
export function LoadedCard<T>({ title, help, what, result, skeleton, children }: LoadedCardProps<T>) {
  const { data, error } = result;
  const retry = () => void result.refetch();
  if (data === undefined && error) return <LoadError what={what} error={error} onRetry={retry} />;
  return (
    <Card title={title} {...(help === undefined ? {} : { help })}>
      {data === undefined ? skeleton : children(data)}
      {data !== undefined && error ? <Outdated error={error} onRetry={retry} /> : null}
    </Card>
  );
}

/** A note that the shown figures are outdated. */
export function Outdated({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div className={styles.outdated} role="status">
      <p>These are the last figures we have. {sentence(messageOf(error))}</p>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
