import { useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { sentence } from '../lib/format.ts';
import { useReturn } from '../lib/network.ts';
import { Button } from './button.tsx';
import styles from './load-error.module.css';

interface LoadErrorProps {
  /** What could not be loaded: 'your leads'. */
  readonly what?: string;
  /** Overrides the title where the specification defines the text. */
  readonly title?: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/**
 * An error message in place of content that failed to load: what happened, that nothing changed, and Retry. It retries by
 * itself when the connection returns.
 */
export function LoadError({ what = 'this', title = `Could not load ${what}`, error, onRetry }: LoadErrorProps) {
  const [tried, setTried] = useState<unknown>(null);
  const box = useFocusKept();
  const retry = () => {
    setTried(error);
    onRetry();
  };
  useReturn(retry);
  return (
    <div ref={box} className={styles.box} role="alert">
      <p className={styles.title}>{title}</p>
      <p className={styles.detail}>{sentence(messageOf(error))} Nothing was changed.</p>
      <Button loading={tried !== null && tried === error} onClick={retry}>
        Retry
      </Button>
    </div>
  );
}

/** If the box is removed while it has the focus, the focus moves to the surrounding part of the page. */
function useFocusKept() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const around = element?.parentElement?.closest<HTMLElement>('[tabindex="-1"], main');
    return () => {
      if (element?.contains(document.activeElement)) around?.focus({ preventScroll: true });
    };
  }, []);
  return box;
}
