import { Link } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { paths } from '../../config/paths.ts';
import { texts } from '../../features/billing/texts.ts';
import styles from './trial-card.module.css';

/** Shows the rest of the trial and links to the details. */
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
