import { type ClosePosts, scanContract } from '@earshot/proto/http/scan';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { scanPostsKey } from './list-scan-posts.ts';

/** What a scan searched, and its best posts below the threshold, best first. */
export const closePostsQuery = (jobId: string) =>
  queryOptions<ClosePosts>({
    queryKey: [...scanPostsKey, jobId, 'close'],
    queryFn: ({ signal }) => call(scanContract.listClosePosts, { params: { jobId }, signal }),
  });
