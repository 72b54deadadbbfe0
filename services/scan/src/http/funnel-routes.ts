import type { Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import { scanContract } from '@earshot/proto/http/scan';
import { listScanPosts } from '../domain/funnel.ts';
import type { RescueDeps } from '../domain/rescue-post.ts';
import { rescuePost } from '../domain/rescue-post.ts';

/** Lists the posts of a scan, and rescues dropped ones. */
export function funnelRoutes(deps: RescueDeps): Route[] {
  return [
    route(scanContract.listScanPosts, ({ userId, params: { jobId }, query }) =>
      listScanPosts(deps, { userId, jobId, ...query }),
    ),
    route(scanContract.rescuePost, ({ userId, params }) => rescuePost(deps, { userId, ...params })),
  ];
}
