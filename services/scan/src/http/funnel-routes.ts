import type { Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import { scanContract } from '@earshot/proto/http/scan';
import { listClosePosts, listScanPosts } from '../domain/funnel.ts';
import type { KeepAsLeadDeps } from '../domain/keep-as-lead.ts';
import { keepAsLead } from '../domain/keep-as-lead.ts';

/** Lists the posts of a scan, and keeps dropped ones as leads. */
export function funnelRoutes(deps: KeepAsLeadDeps): Route[] {
  return [
    route(scanContract.listScanPosts, ({ userId, params: { jobId }, query }) =>
      listScanPosts(deps, { userId, jobId, ...query }),
    ),
    route(scanContract.listClosePosts, ({ userId, params: { jobId } }) => listClosePosts(deps, { userId, jobId })),
    route(scanContract.rescuePost, ({ userId, params }) => keepAsLead(deps, { userId, ...params })),
  ];
}
