import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { currentUserQuery } from '../../features/auth/api/current-user.ts';
import { preferencesQuery } from '../../features/preferences/api/preferences.ts';
import { texts } from '../texts.ts';
import styles from './mail-state.module.css';

/** One sentence on whether mails can arrive: the switch of the settings, and the address. */
export function MailState() {
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: user } = useQuery(currentUserQuery);
  if (!preferences || !user) return null;
  const { mailSwitch, mailAnd, mailAddress } = texts;
  return (
    <p className={styles.note}>
      <Link to={{ pathname: paths.settings, hash: 'preferences' }}>
        {preferences.emailNotifications ? mailSwitch.on : mailSwitch.off}
      </Link>
      {mailAnd}
      <Link to={{ pathname: paths.settings, hash: 'account' }}>{user.email}</Link>
      {user.isEmailVerified ? mailAddress.verified : mailAddress.open}
    </p>
  );
}
