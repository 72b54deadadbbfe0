import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fieldErrors, isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { isCancelled } from '../../../lib/confirmed.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useChangeAddress } from '../api/account.ts';
import { texts } from '../texts.ts';
import styles from './account.module.css';

const fieldId = 'newAddress';

/** Changes the address of the account, which takes effect with the link in a mail to the new address. */
export function AddressCard({ email }: { readonly email: string }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const toaster = useToaster();
  const change = useChangeAddress();
  const show = (message: string | undefined) => {
    setError(message);
    if (message !== undefined) document.getElementById(fieldId)?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = confirmContract.changeAddress.body.safeParse({ email: typed }).error?.issues[0]?.message;
    show(wrong);
    if (wrong !== undefined || change.isPending) return;
    change.mutate(typed, {
      onSuccess: ({ message }) => {
        setTyped('');
        toaster.show({ kind: 'success', title: texts.addressMailed, description: message });
      },
      onError: (failure) => {
        if (isSignedOut(failure) || isCancelled(failure)) return;
        show(fieldErrors(failure)['email'] ?? messageOf(failure));
        toaster.show({ kind: 'destructive', title: texts.addressFailed, description: messageOf(failure) });
      },
    });
  };
  return (
    <Card id="address" title={texts.address} help={texts.addressHelp(email)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          name={fieldId}
          label={texts.newAddress}
          type="email"
          autoComplete="email"
          value={typed}
          error={error}
          onChange={(value) => {
            setTyped(value);
            setError(undefined);
          }}
        />
        <Button htmlType="submit" loading={change.isPending}>
          {texts.changeAddress}
        </Button>
      </form>
    </Card>
  );
}
