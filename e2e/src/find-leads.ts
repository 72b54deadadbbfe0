import { type CommunityPost, newestPosts } from '@earshot/sources';
import { type Lead, leadContract, type LeadList, leadList } from '@earshot/proto/http/lead';
import { targetOf } from '@earshot/service-kit';
import { leadThresholds } from '@earshot/proto/values';
import { until } from '@earshot/core/testing';
import { keylessScorer } from '@earshot/scoring';
import { businessVersion } from '../../services/scan/src/domain/start-scan.ts';
import { publishFoundPosts } from './found-verdicts.ts';
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
  const { id: postId, community, title, selftext: content, author, url, createdAt } = post;
  const { businessVersion, threshold } = await judgedForNow(product, userId);
  const words = { postId, subreddit: community, title, content, author, url, postCreatedAt: createdAt.toISOString() };
  const found = { ...words, score: 9, matchReason: 'Asks', businessVersion };
  await publishFoundPosts(product, userId, [found], { jobId: 'found-by-a-test', threshold });
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
  newestPosts(product.platformOf('scan').sources.get('sample').read, { community, limit: 100 });

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
  const at = Date.now();
  const { businessVersion, threshold } = await judgedForNow(product, userId);
  const parts = [{ name: 'need', category: 'asks', points: 6, quote: 'Which tool', note: 'asks for a tool' }];
  const found = Array.from({ length: count }, (_, index) => first + index).map((n) => ({
    postId: `t3_found${n}`,
    subreddit: 'freelance',
    title: `Found post ${n}`,
    content: 'Which tool do you use for invoices?',
    author: `author_${n}`,
    url: `/sandbox/r/freelance/comments/found${n}/`,
    postCreatedAt: new Date(at - n * 60_000).toISOString(),
    score: 6 + (n % 40) / 10,
    matchReason: 'Asks what others recommend: “Which tool do you use?”',
    aiAnalysis: { scorerVersion: 'test', provisional: false, parts },
    businessVersion,
  }));
  // The limit of a scan counts for each call.
  await publishFoundPosts(product, userId, found, { jobId: `found-by-a-test-${first}`, threshold });
  const total = first + count;
  await until(`${total} leads`, async () => (await leadsOf(product, userId)).total === total);
}
