import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { confirmed } from '../../../lib/confirmed.ts';

/** Mails a link to the new address. */
export const useChangeAddress = () =>
  useMutation({
    mutationFn: (email: string) => confirmed(() => call(confirmContract.changeAddress, { body: { email } })),
  });
