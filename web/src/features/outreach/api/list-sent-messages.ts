import { outreachContract, type SentMessage } from '@earshot/proto/http/outreach';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { allPages } from '../../../lib/all-pages.ts';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';

const staleMs = 10_000;
/** The server looks for an unconfirmed comment every 30 s. */
const refetchOpenMs = 15_000;

/** Sent messages, newest first; polled while one of them is unconfirmed. */
export const sentMessagesQuery = queryOptions<SentMessage[]>({
  queryKey: [outreachContract.listSentMessages.path],
  queryFn: ({ signal }) =>
    allPages(
      (query) => call(outreachContract.listSentMessages, { query, signal }),
      ({ id }) => id,
    ),
  staleTime: staleMs,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? refetchOpenMs : false),
});

/** Puts the server's answer about a message into the list before the list is refetched. */
export function keepSentMessage(queryClient: QueryClient, message: SentMessage): void {
  queryClient.setQueryData(sentMessagesQuery.queryKey, (all = []) =>
    all.some(({ id }) => id === message.id)
      ? all.map((one) => (one.id === message.id ? message : one))
      : [message, ...all],
  );
}

/** One message with its whole text. */
export const sentMessageQuery = (id: string) =>
  callQuery(outreachContract.getSentMessage, { input: { params: { id } }, key: [id] });
