import type { CommunityPost } from '@earshot/sources';
import type { Lead, LeadList } from '@earshot/proto/http/lead';
import { leadList } from '@earshot/proto/http/lead';
import { timestampFromDate } from '@earshot/proto/events';
import { until } from '@earshot/core/testing';
import type { Product } from './product.ts';

/** Makes one post a lead of the user, as a scan does, and waits until it is one. Resolves to the lead. */
export async function leadFrom(product: Product, userId: string, post: CommunityPost): Promise<Lead> {
  const { bus, event } = product.platformOf('scan');
  const { id: postId, subreddit, title, selftext: content, author, url, createdAt } = post;
  const value = {
    ...{ jobId: 'found-by-a-test', postId, subreddit, title, content, author, url, relevance: 'high', score: 9 },
    ...{ postCreatedAt: timestampFromDate(createdAt), matchReason: 'Asks', scorerVersion: 'test', parts: [] },
    ...{ maxLeadsPerScan: 100, maxLeadsPerDay: 1000 },
  };
  await bus.publish([event({ userId, payload: { case: 'leadFound', value } }).record]);
  return until('the lead', async () => {
    const { leads } = await leadsOf(product, userId);
    return leads.find(({ redditPostId }) => redditPostId === postId);
  });
}

/** Posts of a community of the sandbox. */
export const postsOf = async (product: Product, community: string): Promise<readonly CommunityPost[]> =>
  (await product.platformOf('scan').sources.get('reddit').read.newPosts(community, { after: null, limit: 100 })).posts;

/** The post of r/sandbox_errors whose comments, and whose author's messages, end as that name says. */
export async function postBy(product: Product, author: string): Promise<CommunityPost> {
  const post = (await postsOf(product, 'sandbox_errors')).find((one) => one.author === author);
  if (post === undefined) throw new Error(`the sandbox has no post of ${author}`);
  return post;
}

async function leadsOf(product: Product, userId: string): Promise<LeadList> {
  const token = product.platformOf('gateway').tokens.sign('lead', { userId, admin: false });
  const headers = { 'x-earshot-token': token };
  return leadList.parse(await (await fetch(`${product.urlOf('lead')}/api/leads?limit=100`, { headers })).json());
}

/**
 * Tells the lead service of found posts, as a worker does, and waits until they are leads of the user. Posts are
 * numbered from `first`, which is how many the user has already.
 */
export async function findLeads(product: Product, userId: string, count: number, first = 0): Promise<void> {
  const { bus, event } = product.platformOf('scan');
  const at = Date.now();
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const found = numbers.map((n) =>
    event({
      userId,
      payload: {
        case: 'leadFound',
        value: {
          jobId: 'found-by-a-test',
          postId: `t3_found${n}`,
          subreddit: 'freelance',
          title: `Found post ${n}`,
          content: 'Which tool do you use for invoices?',
          author: `author_${n}`,
          url: `/sandbox/r/freelance/comments/found${n}/`,
          postCreatedAt: timestampFromDate(new Date(at - n * 60_000)),
          score: 6 + (n % 40) / 10,
          relevance: 'medium',
          matchReason: 'The author asks for recommendations in your field.',
          scorerVersion: 'test',
          parts: [{ name: 'need', category: 'asks', points: 6, quote: 'Which tool', note: 'asks for a tool' }],
          maxLeadsPerScan: 100,
          maxLeadsPerDay: 1000,
        },
      },
    }),
  );
  await bus.publish(found.map(({ record }) => record));
  const total = first + count;
  await until(`${total} leads`, async () => (await leadsOf(product, userId)).total === total);
}
