import type { Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import { scanContract } from '@earshot/proto/http/scan';
import { listScanPosts } from '../domain/funnel.ts';
import type { RescueDeps } from '../domain/rescue-post.ts';
import { rescuePost } from '../domain/rescue-post.ts';

/** Where the posts of a scan went, and the way back for those that it dropped. */
export function funnelRoutes(deps: RescueDeps): Route[] {
  return [
    route(scanContract.listScanPosts, ({ userId, params: { jobId }, query }) =>
      listScanPosts(deps, { userId, jobId, ...query }),
    ),
    route(scanContract.rescuePost, ({ userId, params }) => rescuePost(deps, { userId, ...params })),
  ];
}
