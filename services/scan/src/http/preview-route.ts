import { authorLabel, communityView } from '@earshot/sources';
import type { Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import type { PreviewedPost } from '@earshot/proto/http/scan';
import { scanContract } from '@earshot/proto/http/scan';
import type { PreviewDeps, ScoredPost } from '../domain/preview-scan.ts';
import { previewScan } from '../domain/preview-scan.ts';

/** Previews a scan of one community. */
export function previewRoute(deps: PreviewDeps): Route {
  return route(scanContract.previewScan, async ({ userId, body, request }) => {
    const { scored, community, ...preview } = await previewScan(deps, { userId, ...body }, request.signal);
    const { source } = preview;
    const posts = scored.map((one) => presentPost(one, source, preview.threshold));
    return { ...preview, subreddit: community, ...communityView({ source, name: community }), posts };
  });
}

function presentPost({ post, verdict }: ScoredPost, source: string, threshold: number): PreviewedPost {
  const { score, relevance, matchReason, scorerVersion, provisional = false, parts } = verdict;
  return {
    redditPostId: post.id,
    title: post.title,
    content: post.selftext,
    author: post.author,
    authorLabel: authorLabel(source, post.author),
    url: post.url,
    postCreatedAt: post.createdAt.toISOString(),
    score: score.toFixed(1),
    relevance,
    matchReason,
    aiAnalysis: { scorerVersion, provisional, parts: [...parts] },
    wouldBeLead: score >= threshold,
  };
}
