import { authContract } from '@earshot/proto/http/auth';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Always refetched when the dialog opens: the user may have set a password meanwhile. */
export const confirmMethodsQuery = queryOptions({
  queryKey: [authContract.confirmMethods.path],
  queryFn: ({ signal }) => call(authContract.confirmMethods, { signal }),
  refetchOnMount: 'always',
});

export const useConfirmSession = () =>
  useMutation({ mutationFn: (password: string) => call(authContract.confirmSession, { body: { password } }) });

/** The path that the provider leads back to. */
const here = () => location.pathname + location.search + location.hash;

/** Resolves with the address of the provider's page. */
export const useConfirmAtProvider = () =>
  useMutation({ mutationFn: () => call(authContract.confirmAtProvider, { body: { return: here() } }) });
