import { outreachContract } from '@earshot/proto/http/outreach';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { texts } from '../texts.ts';

export const notificationsQuery = callQuery(outreachContract.listNotifications);

/** Marks notifications as read optimistically, all of them without ids; the server's answer then replaces the list. */
export function useReadNotifications() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  return useMutation({
    mutationFn: (ids: readonly string[] | undefined) =>
      call(outreachContract.readNotifications, { body: ids === undefined ? {} : { ids: [...ids] } }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey: notificationsQuery.queryKey });
      queryClient.setQueryData(notificationsQuery.queryKey, (list) =>
        list?.map((one) => (ids === undefined || ids.includes(one.id) ? { ...one, isRead: true } : one)),
      );
    },
    onSuccess: (list) => queryClient.setQueryData(notificationsQuery.queryKey, list),
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
      if (isSignedOut(error)) return;
      toaster.show({ kind: 'destructive', title: texts.readFailed, description: messageOf(error) });
    },
  });
}
