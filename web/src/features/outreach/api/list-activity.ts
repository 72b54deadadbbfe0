import { draftContract } from '@earshot/proto/http/drafts';
import { type ActivityItem, outreachContract } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callQuery } from '../../../lib/call-query.ts';

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

/**
 * Query keys of what changes when a message was sent or recorded, or when that was withdrawn: both tabs of the feed, the
 * sent messages and the drafts.
 */
export const activityKeys = [
  lists.dm,
  lists.comment,
  outreachContract.listSentMessages,
  outreachContract.listGeneratedMessages,
  draftContract.listDrafts,
].map(({ path }) => [path]);

/** Refetches the feed, the sent messages and the drafts where they are shown. */
export async function refreshActivity(queryClient: QueryClient): Promise<void> {
  await Promise.all(activityKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** One entry with its whole text, of which the lists send the start. */
export const activityItemQuery = (id: string) =>
  callQuery(outreachContract.getActivity, { input: { params: { id } }, key: [id] });
