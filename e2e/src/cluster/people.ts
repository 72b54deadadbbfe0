import { subreddit } from '@earshot/proto/http/lead';
import { z } from 'zod';
import { business, communities } from '../faults/posts.ts';
import { Visitor } from '../visitor.ts';

const post = (body?: unknown) => ({ method: 'POST', body });

/** Somebody who has just registered, with a business and communities, ready to scan. Nothing may be away. */
export async function readyToScan(url: string, name: string, maxLeadsPerScan = 100): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.get(
    z.unknown(),
    '/api/auth/register',
    post({ email: `${name}@example.test`, password: 'a quiet harbour' }),
  );
  const configuration = { businessDescription: business, searchStrategy: 'broad', maxLeadsPerScan };
  await visitor.get(z.unknown(), '/api/configuration', post(configuration));
  for (const community of communities) await visitor.get(subreddit, '/api/subreddits', post({ name: community }));
  return visitor;
}
