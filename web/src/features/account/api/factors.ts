import { authContract } from '@earshot/proto/http/auth';
import { ownFactorContract } from '@earshot/proto/http/auth-own-factors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { confirmed } from '../../../lib/confirmed.ts';
import { makePasskey } from '../../../lib/passkeys.ts';

/** Always refetched when shown: factors can change on other devices. */
export const factorsQuery = callQuery(ownFactorContract.listFactors, { refetchOnMount: 'always' });

/** A sensitive change of the factors: it asks for a confirmation, and the lists that it concerns are read again. */
function useFactorChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => confirmed(() => change(given)),
    onSuccess: () => {
      // Not awaited: the lists may remove the row that reports the change, and with it the report.
      for (const { path } of [ownFactorContract.listFactors, authContract.checkAdmin])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}

export const useBeginTotp = () => useMutation({ mutationFn: () => confirmed(() => call(ownFactorContract.beginTotp)) });

export const useSetTotp = () =>
  useFactorChange((body: { setup: string; code: string }) => call(ownFactorContract.setTotp, { body }));

export const useRemoveTotp = () => useFactorChange(() => call(ownFactorContract.removeTotp));

export const useNewRecoveryCodes = () => useFactorChange(() => call(ownFactorContract.newRecoveryCodes));

/** Asks for the options, lets the browser make the passkey, and stores it. */
export const useAddPasskey = () =>
  useFactorChange(async (name: string) => {
    const passkey = await makePasskey(await call(ownFactorContract.beginPasskey));
    return call(ownFactorContract.addPasskey, { body: { name, passkey } });
  });

export const useRemovePasskey = () =>
  useFactorChange((id: string) => call(ownFactorContract.removePasskey, { params: { id } }));
