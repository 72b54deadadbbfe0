import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { paths } from '../../config/paths.ts';
import { useLogout } from '../../features/auth/api/logout.ts';
import { messageOf } from '../../lib/api-error.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { useSignedOut } from '../signed-out.ts';
import styles from './sidebar-content.module.css';

/** Ends the session, forgets what it loaded, and goes to the front page. */
export function SignOutButton() {
  const logout = useLogout();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const signedOut = useSignedOut();
  const signOut = async () => {
    const done = signedOut.expect();
    try {
      await logout.mutateAsync();
      // At once: a page that is still there when the cache is emptied would ask for everything again.
      await navigate(paths.home, { flushSync: true });
      queryClient.clear();
    } catch (error) {
      toaster.show({ kind: 'destructive', title: 'Sign out failed', description: messageOf(error) });
    } finally {
      done();
    }
  };
  return (
    <button type="button" className={styles.action} disabled={logout.isPending} onClick={() => void signOut()}>
      <Icon name="signOut" />
      <span className={styles.label}>Sign out</span>
    </button>
  );
}
