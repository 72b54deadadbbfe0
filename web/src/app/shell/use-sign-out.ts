import { paths } from '../../config/paths.ts';
import { useLogout } from '../../features/auth/api/logout.ts';
import { messageOf } from '../../lib/api-error.ts';
import { keptTexts } from '../../lib/kept-texts.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { useUnsavedWork } from '../../lib/unsaved-work.ts';
import { useSignedOut } from '../signed-out.ts';
import { texts } from '../texts.ts';

/** Ends the session and goes to the landing page, unless the user wants to keep unsaved work. */
export function useSignOut() {
  const logout = useLogout();
  const toaster = useToaster();
  const signedOut = useSignedOut();
  const unsaved = useUnsavedWork();
  const signOut = async () => {
    if (!(await unsaved.mayLeave())) return;
    const done = signedOut.expect();
    try {
      await logout.mutateAsync();
      keptTexts.forgetAll();
      unsaved.abandon();
      // The landing page is a separate document, so loading it drops all data. The expected sign-out needs no message.
      location.assign(paths.home);
    } catch (error) {
      done();
      toaster.show({ kind: 'destructive', title: texts.signOutFailed, description: messageOf(error) });
    }
  };
  return { signOut, isPending: logout.isPending };
}
