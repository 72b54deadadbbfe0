import { scanContract, type ScanPosts } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const postsPerPage = 10;
/** As often as the status of a running scan. */
const pollMs = 2000;

/** The start of every key of a list of a scan's posts. */
export const scanPostsKey = [scanContract.listScanPosts.path] as const;

interface Wish {
  readonly jobId: string;
  readonly fate: PostFate;
  readonly page: number;
  readonly isRunning: boolean;
}

/** One page of the posts of a scan that ended in one way. */
export const scanPostsQuery = ({ jobId, fate, page, isRunning }: Wish) =>
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
    refetchOnMount: 'always',
  });
