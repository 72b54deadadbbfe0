import { Link } from 'react-router-dom';
import { modelSettingsPath } from '../../../config/paths.ts';
import { texts } from '../texts.ts';
import styles from './model.module.css';

/** What a model would add to scores or drafts, in one line. For pages of an installation without one. */
export function ModelOffer({ to }: { readonly to: 'scores' | 'drafts' }) {
  return (
    <p className={styles.offer}>
      {to === 'scores' ? texts.scoresOffer : texts.draftsOffer} <Link to={modelSettingsPath}>{texts.offer}</Link>
    </p>
  );
}
