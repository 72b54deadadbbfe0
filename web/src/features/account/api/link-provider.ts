import { authContract } from '@earshot/proto/http/auth';
import { confirmContract } from '@earshot/proto/http/auth-confirm';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { confirmed } from '../../../lib/confirmed.ts';

/** The identity provider of this installation, if there is one. */
export const providerQuery = queryOptions({
  queryKey: [authContract.providers.path, 'settings'],
  queryFn: ({ signal }) => call(authContract.providers, { signal }),
});

/** Resolves with the address of the provider's page. */
export const useLinkProvider = () =>
  useMutation({
    mutationFn: () => confirmed(() => call(confirmContract.linkProvider, { body: { return: location.pathname } })),
  });
