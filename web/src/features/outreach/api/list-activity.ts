import { type ActivityItem, outreachContract } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const refetchMs = 30_000;
const staleMs = 10_000;

const lists = { dm: outreachContract.listDirectMessages, comment: outreachContract.listComments } as const;

/** One tab of the activity feed (specification, section 9: refetched every 30 s, stale after 10 s). */
export const activityQuery = (messageType: MessageType) =>
  queryOptions<ActivityItem[]>({
    queryKey: [lists[messageType].path],
    queryFn: ({ signal }) => call(lists[messageType], { signal }),
    staleTime: staleMs,
    refetchInterval: refetchMs,
  });

/** Query keys of both tabs of the feed and of the sent messages. */
export const activityKeys = [lists.dm, lists.comment, outreachContract.listSentMessages].map(({ path }) => [path]);

/** Refetches the feed and the sent messages where they are shown. */
export async function refreshActivity(queryClient: QueryClient): Promise<void> {
  await Promise.all(activityKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
