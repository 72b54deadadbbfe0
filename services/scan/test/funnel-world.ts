import type { CommunityPost } from '@earshot/sources';
import { until } from '@earshot/core/testing';
import { type Lead, leadContract, leadList } from '@earshot/proto/http/lead';
import { scanContract, type ScanPost, scanPost, type ScanPosts, scanPosts } from '@earshot/proto/http/scan';
import type { PostFate } from '@earshot/proto/values';
import { makePosts } from './fake-source.ts';
import type { ScanWorld } from './scan-world.ts';

export const dayMs = 86_400_000;

/** 30 buyers, 30 chatters, one hardly about the topic, a removed one and three that are too old; newest first. */
export function postsOfAllFates(community: string, newest = new Date()): CommunityPost[] {
  const posts = makePosts(community, 60, { buyerEvery: 2, newest });
  const more = makePosts(community, 2, { buyerEvery: 9, newest: new Date(newest.getTime() - dayMs) });
  const words = [
    {
      title: 'Thoughts on invoices',
      selftext: 'Bookkeeping changed a lot since I started. Interesting times for small businesses.',
    },
    { selftext: '[removed]' },
  ];
  const old = makePosts(community, 3, { buyerEvery: 1, newest: new Date(newest.getTime() - 31 * dayMs) });
  return [...posts, ...more.map((post, index) => ({ ...post, ...words[index] })), ...old];
}

/** Calls the API as a user: lists the posts of a scan and keeps them as leads. */
export function funnelOf(world: ScanWorld) {
  const list = async (userId: string, jobId: string, query: Record<string, string> = {}): Promise<ScanPosts> => {
    const answer = await world.services.fetch(scanContract.listScanPosts, { userId, params: { jobId }, query });
    return scanPosts.parse(answer.body);
  };
  const keepAsLead = (userId: string, jobId: string, postId: string) =>
    world.services.fetch(scanContract.rescuePost, { userId, params: { jobId, postId } });
  const leads = async (userId: string): Promise<Lead[]> => {
    const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '100' } });
    return leadList.parse(body).leads;
  };
  return {
    list,
    keepAsLead,
    leads,
    /** All pages of a list. */
    listAll: async (userId: string, jobId: string, reason?: PostFate): Promise<ScanPost[]> => {
      const posts: ScanPost[] = [];
      for (let page = 1; ; page += 1) {
        const one = await list(userId, jobId, { limit: '7', page: String(page), ...(reason && { reason }) });
        posts.push(...one.posts);
        if (page >= one.totalPages) return posts;
      }
    },
    /** Keeps the post as a lead and waits for that lead. */
    keptLead: async (userId: string, jobId: string, postId: string): Promise<{ post: ScanPost; lead: Lead }> => {
      const answer = await keepAsLead(userId, jobId, postId);
      if (answer.status !== 202) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      const lead = await until('its lead', async () =>
        (await leads(userId)).find((one) => one.redditPostId === postId),
      );
      return { post: scanPost.parse(answer.body), lead };
    },
  };
}
