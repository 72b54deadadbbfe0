import { Link } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { paths } from '../../config/paths.ts';
import { texts } from '../../features/billing/texts.ts';
import styles from './trial-card.module.css';

/** Says what is left of the trial, and leads to what that means. */
export function TrialCard({ onNavigate }: { readonly onNavigate: () => void }) {
  return (
    <Link to={paths.billing} className={styles.card} onClick={onNavigate}>
      <Icon name="card" />
      <span className={styles.words}>
        <span className={styles.plan}>{texts.plan}</span> <span className={styles.left}>{texts.remaining}</span>
      </span>
    </Link>
  );
}
