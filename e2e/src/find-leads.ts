import type { CommunityPost } from '@earshot/sources';
import { newestPosts } from '@earshot/sources';
import type { Lead, LeadList } from '@earshot/proto/http/lead';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { targetOf } from '@earshot/service-kit';
import { timestampFromDate } from '@earshot/proto/events';
import { leadThresholds } from '@earshot/proto/values';
import { until } from '@earshot/core/testing';
import { keylessScorer } from '@earshot/scoring';
import { businessVersion } from '../../services/scan/src/domain/start-scan.ts';
import type { Product } from './product.ts';

/** Publishes one found post for the user, as a scan does, and waits until it is a lead. Resolves with the lead. */
export async function leadFrom(product: Product, userId: string, post: CommunityPost): Promise<Lead> {
  await publishFound(product, userId, post);
  return until('the lead', async () => {
    const { leads } = await leadsOf(product, userId);
    return leads.find(({ redditPostId }) => redditPostId === post.id);
  });
}

/** Publishes one found post for the user, as a scan does. */
export async function publishFound(product: Product, userId: string, post: CommunityPost): Promise<void> {
  const { bus, event } = product.platformOf('scan');
  const { id: postId, subreddit, title, selftext: content, author, url, createdAt } = post;
  const value = {
    jobId: 'found-by-a-test',
    postId,
    subreddit,
    source: 'reddit',
    sample: true,
    title,
    content,
    author,
    url,
    relevance: 'high',
    score: 9,
    postCreatedAt: timestampFromDate(createdAt),
    matchReason: 'Asks',
    scorerVersion: 'test',
    parts: [],
    maxLeadsPerScan: 100,
    maxLeadsPerDay: 1000,
    ...(await judgedForNow(product, userId)),
  };
  await bus.publish([event({ userId, payload: { case: 'leadFound', value } }).record]);
}

/**
 * What a scan without a model would store with a lead of the user now. Leads without it are judged again, and the invented
 * score of a test would not last.
 */
async function judgedForNow(product: Product, userId: string) {
  const { call } = product.platformOf('scan');
  const { businessDescription, profile, searchStrategy } = await call(leadContract.getScanSettings, { userId });
  const business = { description: businessDescription.trim(), ...(profile && { profile }) };
  return {
    businessVersion: businessVersion(business, keylessScorer().version),
    threshold: leadThresholds[searchStrategy],
  };
}

/** The posts of a community of the sandbox. */
const postsOf = async (product: Product, community: string): Promise<readonly CommunityPost[]> =>
  newestPosts(product.platformOf('scan').sources.get('reddit').read, { community, limit: 100 });

/** What the authors of these posts need is near to `business`: a draft answers them. Others are declined. */
const NEAR = /invoic|deposit|\bfees?\b|owes|contract template|rate or fixed|recommend|scheduling|health insurance/i;

/** The posts of a community that the drafter answers for `business`. */
export const answerablePosts = async (product: Product, community: string): Promise<readonly CommunityPost[]> =>
  (await postsOf(product, community)).filter(({ title }) => NEAR.test(title));

/**
 * The post of r/sandbox_errors by this author. The author's name determines how comments on the post and messages to
 * the author fail.
 */
export async function postBy(product: Product, author: string): Promise<CommunityPost> {
  const post = (await postsOf(product, 'sandbox_errors')).find((one) => one.author === author);
  if (post === undefined) throw new Error(`the sandbox has no post of ${author}`);
  return post;
}

async function leadsOf(product: Product, userId: string): Promise<LeadList> {
  const token = product.platformOf('gateway').tokens.sign(targetOf(leadContract.listLeads), { userId, admin: false });
  const headers = { 'x-earshot-token': token };
  return leadList.parse(await (await fetch(`${product.urlOf('lead')}/api/leads?limit=100`, { headers })).json());
}

/**
 * Publishes found posts to the lead service, as a worker does, and waits until they are leads of the user. `first`, the
 * number of the first post, is the number of leads the user already has.
 */
export async function findLeads(product: Product, userId: string, count: number, first = 0): Promise<void> {
  const { bus, event } = product.platformOf('scan');
  const at = Date.now();
  const judgedFor = await judgedForNow(product, userId);
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const found = numbers.map((n) =>
    event({
      userId,
      payload: {
        case: 'leadFound',
        value: {
          // The limit of a scan counts for each call.
          jobId: `found-by-a-test-${first}`,
          source: 'reddit',
          sample: true,
          postId: `t3_found${n}`,
          subreddit: 'freelance',
          title: `Found post ${n}`,
          content: 'Which tool do you use for invoices?',
          author: `author_${n}`,
          url: `/sandbox/r/freelance/comments/found${n}/`,
          postCreatedAt: timestampFromDate(new Date(at - n * 60_000)),
          score: 6 + (n % 40) / 10,
          relevance: 'medium',
          matchReason: 'Asks what others recommend: “Which tool do you use?”',
          scorerVersion: 'test',
          parts: [{ name: 'need', category: 'asks', points: 6, quote: 'Which tool', note: 'asks for a tool' }],
          maxLeadsPerScan: 100,
          maxLeadsPerDay: 1000,
          ...judgedFor,
        },
      },
    }),
  );
  await bus.publish(found.map(({ record }) => record));
  const total = first + count;
  await until(`${total} leads`, async () => (await leadsOf(product, userId)).total === total);
}
