import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../components/icon.tsx';
import { paths } from '../../config/paths.ts';
import { useLogout } from '../../features/auth/api/logout.ts';
import { messageOf } from '../../lib/api-error.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import styles from './sidebar-content.module.css';

/** Ends the session, forgets what it loaded, and goes to the front page. */
export function SignOutButton() {
  const logout = useLogout();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const signOut = () =>
    logout.mutate(undefined, {
      onSuccess: async () => {
        await navigate(paths.home);
        queryClient.clear();
      },
      onError: (error) =>
        toaster.show({ kind: 'destructive', title: 'Sign out failed', description: messageOf(error) }),
    });
  return (
    <button type="button" className={styles.action} disabled={logout.isPending} onClick={signOut}>
      <Icon name="signOut" />
      <span className={styles.label}>Sign out</span>
    </button>
  );
}
