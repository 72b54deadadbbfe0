import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** One sentence that says what is missing. */
  readonly text: string;
  /** One control that mends it. */
  readonly action?: React.ReactNode;
  /** Inside a card or a panel, which has its own edge. */
  readonly plain?: boolean;
}

/** What stands where nothing is yet. */
export function EmptyState({ text, action, plain = false }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-plain={plain}>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}
