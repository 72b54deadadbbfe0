import { Icon } from '../../components/icon.tsx';
import { texts } from '../texts.ts';
import styles from './sidebar-content.module.css';
import { useSignOut } from './use-sign-out.ts';

/** Ends the session and goes to the landing page. */
export function SignOutButton() {
  const { signOut, isPending } = useSignOut();
  return (
    <button type="button" className={styles.action} disabled={isPending} onClick={() => void signOut()}>
      <Icon name="signOut" />
      <span className={styles.label}>{texts.signOut}</span>
    </button>
  );
}
