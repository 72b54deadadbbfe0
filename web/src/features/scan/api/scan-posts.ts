import { type ClosePosts, scanContract, type ScanPosts } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const postsPerPage = 10;
/** The same interval as for the status of a running scan. */
const pollMs = 2000;

/** The key prefix of all lists of scanned posts. */
export const scanPostsKey = [scanContract.listScanPosts.path] as const;

interface ScanPostsPage {
  readonly jobId: string;
  readonly fate: PostFate;
  readonly page: number;
  readonly isRunning: boolean;
}

/** One page of a scan's posts with the same outcome. */
export const scanPostsQuery = ({ jobId, fate, page, isRunning }: ScanPostsPage) =>
  queryOptions<ScanPosts>({
    queryKey: [...scanPostsKey, jobId, fate, page],
    queryFn: ({ signal }) =>
      call(scanContract.listScanPosts, {
        params: { jobId },
        query: { reason: fate, page, limit: postsPerPage },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning ? pollMs : false,
  });

/** What a scan searched, and its best posts below the threshold, best first. */
export const closePostsQuery = (jobId: string) =>
  queryOptions<ClosePosts>({
    queryKey: [...scanPostsKey, jobId, 'close'],
    queryFn: ({ signal }) => call(scanContract.listClosePosts, { params: { jobId }, signal }),
  });
