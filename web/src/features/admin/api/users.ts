import { usersContract } from '@earshot/proto/http/auth-users';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const key = usersContract.listUsers.path;

/** Accounts whose address begins with the text, page by page. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [key, search],
    queryFn: ({ signal, pageParam }) =>
      call(usersContract.listUsers, { query: { search, ...(pageParam !== '' && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });

export const useEndUserSessions = () =>
  useMutation({ mutationFn: (id: string) => call(usersContract.endUserSessions, { params: { id } }) });

export function useDisableUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, disabled }: { readonly id: string; readonly disabled: boolean }) =>
      call(usersContract.disableUser, { params: { id }, body: { disabled } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [key] }),
  });
}
