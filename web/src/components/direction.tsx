import styles from './direction.module.css';

/** Whether a reason speaks for the post or against it: a sign to see, and a word to hear. */
export function Direction({ points }: { readonly points: number }) {
  const isFor = points > 0;
  return (
    <span className={styles.sign} data-for={isFor} role="img" aria-label={isFor ? 'For' : 'Against'}>
      {isFor ? '+' : '−'}
    </span>
  );
}
