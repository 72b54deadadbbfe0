import { Button } from '../../../components/button.tsx';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { useSendVerification } from '../api/account.ts';
import { texts } from '../texts.ts';
import styles from './account.module.css';

interface EmailVerificationProps {
  readonly email: string;
  readonly isVerified: boolean;
}

/** Shows whether the address is verified; if not, offers to send the verification mail. */
export function EmailVerification({ email, isVerified }: EmailVerificationProps) {
  const toaster = useToaster();
  const failed = useFailureToast();
  const send = useSendVerification();
  if (isVerified) return <p className={styles.note}>{texts.verified(email)}</p>;
  const again = () =>
    send.mutate(undefined, {
      onSuccess: ({ message }) =>
        toaster.show({ kind: 'success', title: texts.verificationSent, description: message }),
      onError: failed(texts.verificationFailed),
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
