import { Button } from '../../../components/button.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { isDialogCancelled, passkeyAddress, passkeysWork } from '../../../lib/passkeys.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { usePasskeySignIn } from '../api/sign-in.ts';
import { texts } from '../texts.ts';
import styles from './auth-form.module.css';

/** Signs in by passkey alone. Where passkeys need another address, it links there. */
export function PasskeyButton({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const signIn = usePasskeySignIn();
  const toaster = useToaster();
  const address = passkeyAddress(location);
  if (address !== null)
    return (
      <p className={styles.note}>
        <a href={address}>{texts.passkeyAtLocalhost}</a>
      </p>
    );
  if (!passkeysWork()) return null;
  const start = () =>
    signIn.mutate(undefined, {
      onSuccess: onSignedIn,
      onError: (error) => {
        const description = isDialogCancelled(error) ? texts.passkeyCancelled : messageOf(error);
        toaster.show({ kind: 'destructive', title: texts.loginFailed, description });
      },
    });
  return (
    <div className={styles.passkey}>
      <Button block loading={signIn.isPending} onClick={start}>
        {texts.passkeySignIn}
      </Button>
    </div>
  );
}
