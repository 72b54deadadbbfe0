import { outreachContract, type SentMessage } from '@earshot/proto/http/outreach';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const staleMs = 10_000;
/** An unconfirmed comment is looked for every 30 s by the server. */
const refetchOpenMs = 15_000;

/** What was sent, newest first; read again while it is open what became of one. */
export const sentMessagesQuery = queryOptions<SentMessage[]>({
  queryKey: [outreachContract.listSentMessages.path],
  queryFn: ({ signal }) => call(outreachContract.listSentMessages, { signal }),
  staleTime: staleMs,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? refetchOpenMs : false),
});

/** Puts what the server told of a message into the list, before the list is read again. */
export function keepSentMessage(queryClient: QueryClient, message: SentMessage): void {
  queryClient.setQueryData(sentMessagesQuery.queryKey, (all = []) =>
    all.some(({ id }) => id === message.id)
      ? all.map((one) => (one.id === message.id ? message : one))
      : [message, ...all],
  );
}
