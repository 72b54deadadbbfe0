import { leadList } from '@earshot/proto/http/lead';
import { timestampFromDate } from '@earshot/proto/events';
import { until } from '@earshot/platform/testing';
import type { Product } from './product.ts';

/** Tells the lead service of found posts, as a worker does, and waits until they are leads of the user. */
export async function findLeads(product: Product, userId: string, count: number): Promise<void> {
  const { bus, event } = product.platformOf('scan');
  const at = Date.now();
  const found = Array.from({ length: count }, (_, n) =>
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
  const token = product.platformOf('gateway').tokens.sign('lead', { userId, admin: false });
  await until(`${count} leads`, async () => {
    const answer = await fetch(`${product.urlOf('lead')}/api/leads`, { headers: { 'x-earshot-token': token } });
    return leadList.parse(await answer.json()).total === count;
  });
}
