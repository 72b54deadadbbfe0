import type { FoundPostWords } from '@earshot/proto/http/post-words';
import { type FoundLimits, foundPostWords } from '@earshot/testing';
import { relevanceOf } from '@earshot/proto/values';
import { type VerdictDocument, verdictModel } from '../../services/scan/src/store/verdict-schema.ts';
import { documentOf } from '../../services/scan/src/store/verdict-store.ts';
import type { Product } from './product.ts';

/** A found post with a high score for tests, as a scan of `jobId` stores it. */
export function verdictOfFound(userId: string, jobId: string, words: FoundPostWords): VerdictDocument {
  const { source, postId, businessVersion, subreddit: community, score, aiAnalysis } = words;
  const { title, content, author, url, matchReason } = words;
  const { scorerVersion, parts } = aiAnalysis;
  const evidence = { title, content, author, url, matchReason, scorerVersion, parts, relevance: relevanceOf(score) };
  const facts = { userId, jobId, source, postId, businessVersion, community, score, evidence };
  const judged = {
    task: 0,
    outcome: 'found',
    contentHash: 'of-a-test',
    postCreatedAt: new Date(words.postCreatedAt),
  } as const;
  return documentOf({ ...facts, ...judged }, []);
}

/** Stores found posts and publishes their events, as workers do. */
export async function publishFoundPosts(
  { platformOf }: Pick<Product, 'platformOf'>,
  userId: string,
  posts: readonly Parameters<typeof foundPostWords>[0][],
  limits: FoundLimits,
): Promise<void> {
  const { bus, event, documents } = platformOf('scan');
  const found = posts.map(foundPostWords);
  const updates = found.map((words) => {
    const { _id, ...fields } = verdictOfFound(userId, limits.jobId, words);
    return { updateOne: { filter: { _id }, update: { $set: fields }, upsert: true } };
  });
  await verdictModel(documents).bulkWrite(updates);
  const caps = { threshold: 6, maxLeadsPerScan: 100, maxLeadsPerDay: 1_000, ...limits };
  const events = found.map(({ source, postId, businessVersion }) =>
    event({ userId, payload: { case: 'leadFound', value: { source, postId, businessVersion, ...caps } } }),
  );
  await bus.publish(events.map(({ record }) => record));
}
