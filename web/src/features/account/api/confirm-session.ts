import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { signWithPasskey } from '../../../lib/passkeys.ts';

/** Always refetched when the dialog opens: the user may have set a password meanwhile. */
export const confirmMethodsQuery = callQuery(confirmContract.confirmMethods, { refetchOnMount: 'always' });

/** A typed proof: the password, or a code of the authenticator app. */
export type TypedProof = { readonly password: string } | { readonly code: string };

export const useConfirmSession = () =>
  useMutation({ mutationFn: (body: TypedProof) => call(confirmContract.confirmSession, { body }) });

export const useConfirmByPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call(confirmContract.confirmByPasskey));
      return call(confirmContract.confirmSession, { body: { passkey } });
    },
  });

/** The path that the provider leads back to. */
const here = () => location.pathname + location.search + location.hash;

/** Resolves with the address of the provider's page. */
export const useConfirmAtProvider = () =>
  useMutation({ mutationFn: () => call(confirmContract.confirmAtProvider, { body: { return: here() } }) });
