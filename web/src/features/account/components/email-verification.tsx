import { Button } from '../../../components/button.tsx';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useSendVerification } from '../api/send-verification.ts';
import { texts } from '../texts.ts';
import styles from './account.module.css';

interface EmailVerificationProps {
  readonly email: string;
  readonly isVerified: boolean;
}

/** Shows whether the address is verified; if not, offers to send the verification mail. */
export function EmailVerification({ email, isVerified }: EmailVerificationProps) {
  const toaster = useToaster();
  const send = useSendVerification();
  if (isVerified) return <p className={styles.note}>{texts.verified(email)}</p>;
  const again = () =>
    send.mutate(undefined, {
      onSuccess: ({ message }) =>
        toaster.show({ kind: 'success', title: texts.verificationSent, description: message }),
      onError: (error) => {
        if (isSignedOut(error)) return;
        toaster.show({ kind: 'destructive', title: texts.verificationFailed, description: messageOf(error) });
      },
    });
  return (
    <div className={styles.warning}>
      <p>{texts.unverified(email)}</p>
      <Button loading={send.isPending} onClick={again}>
        {texts.sendAgain}
      </Button>
    </div>
  );
}
