import { BrandMark } from './brand-mark.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** One sentence that explains what is missing. */
  readonly text: string;
  /** One control that fixes it. */
  readonly action?: React.ReactNode;
  /** Without a border, for use inside a card or a panel. */
  readonly plain?: boolean;
}

/** The placeholder of an empty list or section. */
export function EmptyState({ text, action, plain = false }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-plain={plain}>
      {!plain && <BrandMark size={32} />}
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}
